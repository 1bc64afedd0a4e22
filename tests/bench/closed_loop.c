/* A closed loop of matches of two seats each, on one thread: a load so cheap that the server is what is measured.
 *
 *   closed_loop --port N --matches N --path T --action T --event WORDS --version WORDS --first N --refusal WORDS
 *               [--step WAIT SAY]...
 *
 * Each seat is a WebSocket. The seats of a match act in turn: whoever is next acts as soon as it has heard of the action
 * before. An action is timed from being sent until both seats have heard of it, and each seat has to hear of every
 * action once, in their order; whatever else happens ends the program with a sentence and status 1.
 *
 * Standard input has a line for each match: its name and a token for each seat, with tabs between. In what is marked T
 * and in SAY, {match}, {seat} and {token} stand for them, {number} for the number of the action from 1 on, and {cell}
 * for three digits that change with it. A seat that has connected waits for WAIT (nothing: not at all) and says SAY
 * (nothing: keeps silent), one step after the other. An event is a frame with WORDS among its first bytes; what follows
 * the words of --version in it is its number, which is --first for action 1.
 *
 * When all have connected it says `ready`, and then it is told, one line each, for how long to play: seconds that are not
 * counted, a space, seconds that are, and more until there are as many actions as matches. It says `counting` and `counted` at the edges of these, and when everything that
 * was under way has arrived, one JSON object. Until the next line everybody rests; the end of standard input is its own.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 1 << 16, BEGINNING = 96, CONNECTING_AT_ONCE = 128, MOST_STEPS = 8, UNDER_WAY = 8, DRAINING = 10 };
enum opcode { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };
enum stage { CONNECTING, UPGRADING, GREETING, PLAYING };

struct match;
struct line {
  struct match *match;
  char *unread;
  size_t size; /* of what is unread */
  int socket, seat, step;
  enum stage stage;
};
struct match {
  char *name, *tokens[2];
  struct line lines[2];
  uint32_t sent, heard[2];
  uint64_t sent_at[UNDER_WAY]; /* the last actions, by their number */
};

static const char *path, *action, *event, *version, *refusal, *waits[MOST_STEPS], *says[MOST_STEPS];
static int port, matches, first, steps, ready, poll;
static struct match *all;
static int is_playing, is_counting;
static uint64_t acted, acknowledged;
static uint32_t *took; /* microseconds, of each action that was counted */
static size_t counted, room;

static void fail(const char *words, ...) {
  va_list rest;
  va_start(rest, words);
  vfprintf(stderr, words, rest);
  fputc('\n', stderr);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static size_t filled_in(char *out, const char *template, const struct line *line, uint32_t number) {
  const struct match *match = line->match;
  char *end = out;
  while (*template) {
    if (!strncmp(template, "{match}", 7)) end = stpcpy(end, match->name), template += 7;
    else if (!strncmp(template, "{token}", 7)) end = stpcpy(end, match->tokens[line->seat]), template += 7;
    else if (!strncmp(template, "{seat}", 6)) *end++ = (char)('0' + line->seat), template += 6;
    else if (!strncmp(template, "{number}", 8)) end += sprintf(end, "%u", number), template += 8;
    else if (!strncmp(template, "{cell}", 6)) end += sprintf(end, "1%u%u", number % 5, number / 2 % 5), template += 6;
    else *end++ = *template++;
  }
  *end = 0;
  return (size_t)(end - out);
}

static void send_all(const struct line *line, const void *bytes, size_t size) {
  if (send(line->socket, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) fail("the server does not read: %s", strerror(errno));
}

static void send_frame(const struct line *line, enum opcode opcode, const char *bytes, size_t size) {
  static uint32_t mask = 0x9e3779b9;
  unsigned char frame[LARGEST];
  size_t header = 2;
  frame[0] = (unsigned char)(0x80 | opcode);
  if (size < 126) frame[1] = (unsigned char)(0x80 | size);
  else frame[1] = 0x80 | 126, frame[2] = (unsigned char)(size >> 8), frame[3] = (unsigned char)size, header = 4;
  mask = mask * 1664525 + 1013904223;
  memcpy(frame + header, &mask, 4);
  for (size_t i = 0; i < size; i++) frame[header + 4 + i] = (unsigned char)bytes[i] ^ frame[header + i % 4];
  send_all(line, frame, header + 4 + size);
}

static void act(struct match *match) {
  char frame[4096];
  uint32_t number = ++match->sent;
  const struct line *line = &match->lines[(number - 1) % 2];
  size_t size = filled_in(frame, action, line, number);
  match->sent_at[number % UNDER_WAY] = now();
  acted++;
  send_frame(line, TEXT, frame, size);
}

static void go_on(struct line *line) {
  char frame[4096];
  while (line->step < steps && !*waits[line->step]) {
    size_t size = filled_in(frame, says[line->step++], line, 0);
    if (size) send_frame(line, TEXT, frame, size);
  }
  if (line->step == steps) line->stage = PLAYING, ready++;
}

static int has(const char *frame, size_t size, const char *words) {
  return memmem(frame, size < BEGINNING ? size : BEGINNING, words, strlen(words)) != NULL;
}

static void hear_of_an_action(struct line *line, const char *frame, size_t size, uint64_t time) {
  struct match *match = line->match;
  const char *key = memmem(frame, size, version, strlen(version));
  if (!key) fail("an event without a number: %.*s", (int)size, frame);
  uint32_t number = (uint32_t)(atoi(key + strlen(version)) - first + 1);
  if (number != match->heard[line->seat] + 1 || number > match->sent)
    fail("seat %d heard of action %u after %u: %.*s", line->seat, number, match->heard[line->seat], (int)size, frame);
  match->heard[line->seat] = number;
  if (match->heard[1 - line->seat] >= number) {
    acknowledged++;
    if (is_counting) {
      if (counted == room) took = realloc(took, (room = room ? 2 * room : 1 << 16) * sizeof *took);
      took[counted++] = (uint32_t)((time - match->sent_at[number % UNDER_WAY]) / 1000);
    }
  }
  if (is_playing && (int)(number % 2) == line->seat && match->sent == number) act(match);
}

static void hear(struct line *line, enum opcode opcode, const char *frame, size_t size, uint64_t time) {
  if (opcode == PING) send_frame(line, PONG, frame, size);
  else if (opcode == CLOSE) fail("the server hung up: %.*s", size > 2 ? (int)size - 2 : 0, frame + 2);
  else if (opcode == PONG) return;
  else if (has(frame, size, refusal)) fail("it was refused: %.*s", (int)size, frame);
  else if (line->stage == PLAYING) { if (has(frame, size, event)) hear_of_an_action(line, frame, size, time); }
  else if (has(frame, size, waits[line->step])) {
    char answer[4096];
    size_t filled = filled_in(answer, says[line->step++], line, 0);
    if (filled) send_frame(line, TEXT, answer, filled);
    go_on(line);
  }
}

static size_t hear_frames(struct line *line, uint64_t time) {
  size_t at = 0;
  for (;;) {
    const unsigned char *frame = (unsigned char *)line->unread + at;
    size_t left = line->size - at, header = 2, size;
    if (left < 2) return at;
    size = frame[1] & 127;
    if (size == 126) {
      if (left < 4) return at;
      size = (size_t)frame[2] << 8 | frame[3], header = 4;
    } else if (size == 127) fail("a frame of more than %d bytes", LARGEST);
    if (left < header + size) return at;
    if (!(frame[0] & 0x80)) fail("a frame in pieces");
    hear(line, frame[0] & 15, (const char *)frame + header, size, time);
    at += header + size;
  }
}

static void read_on(struct line *line) {
  ssize_t got = recv(line->socket, line->unread + line->size, LARGEST - line->size, 0);
  size_t done = 0;
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) fail("the line broke");
  line->size += (size_t)got;
  if (line->stage == UPGRADING) {
    char *end = memmem(line->unread, line->size, "\r\n\r\n", 4);
    if (!end) return;
    if (strncmp(line->unread, "HTTP/1.1 101", 12)) fail("no upgrade: %.*s", (int)line->size, line->unread);
    done = (size_t)(end + 4 - line->unread);
    line->size -= done;
    memmove(line->unread, line->unread + done, line->size);
    line->stage = GREETING;
    go_on(line);
  }
  done = hear_frames(line, now());
  line->size -= done;
  if (line->size == LARGEST) fail("a frame of more than %d bytes", LARGEST);
  memmove(line->unread, line->unread + done, line->size);
}

static void connect_to_server(struct line *line) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  struct epoll_event wanted = {.events = EPOLLOUT, .data.ptr = line};
  int yes = 1;
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  line->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  line->unread = malloc(LARGEST);
  if (line->socket < 0 || !line->unread) fail("no socket: %s", strerror(errno));
  setsockopt(line->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(line->socket, (struct sockaddr *)&there, sizeof there) && errno != EINPROGRESS)
    fail("it cannot be reached: %s", strerror(errno));
  epoll_ctl(poll, EPOLL_CTL_ADD, line->socket, &wanted);
}

static void upgrade(struct line *line) {
  struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = line};
  char asked[2048], request[4096];
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(line->socket, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error) fail("it cannot be reached: %s", strerror(error));
  epoll_ctl(poll, EPOLL_CTL_MOD, line->socket, &wanted);
  filled_in(asked, path, line, 0);
  line->stage = UPGRADING;
  send_all(line, request,
           (size_t)sprintf(request,
                           "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                           asked, port));
}

static void attend(int milliseconds) {
  struct epoll_event happened[1024];
  int many = epoll_wait(poll, happened, 1024, milliseconds);
  for (int i = 0; i < many; i++) {
    struct line *line = happened[i].data.ptr;
    if (line->stage == CONNECTING) upgrade(line);
    else read_on(line);
  }
}

static void attend_for(double time) {
  uint64_t until = now() + (uint64_t)(time * 1e9);
  while (now() < until) attend(10);
}

static void read_matches(void) {
  char line[4096];
  all = calloc((size_t)matches, sizeof *all);
  for (int i = 0; i < matches; i++) {
    char *rest = line;
    if (!fgets(line, sizeof line, stdin)) fail("only %d of %d matches are named", i, matches);
    line[strcspn(line, "\n")] = 0;
    all[i].name = strdup(strsep(&rest, "\t"));
    for (int seat = 0; seat < 2; seat++) {
      const char *token = strsep(&rest, "\t");
      all[i].tokens[seat] = strdup(token ? token : "");
      all[i].lines[seat] = (struct line){.match = &all[i], .seat = seat};
    }
  }
}

static void connect_all(void) {
  int begun = 0;
  while (ready < 2 * matches) {
    for (; begun < 2 * matches && begun - ready < CONNECTING_AT_ONCE; begun++) connect_to_server(&all[begun / 2].lines[begun % 2]);
    attend(100);
  }
}

static int by_size(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static double milliseconds_at(double share) { return counted ? took[(size_t)(share * (double)(counted - 1))] / 1000.0 : 0; }

static void read_options(int count, char **words) {
  for (int i = 1; i < count; i++) {
    const char *name = words[i];
    if (i + 1 == count) fail("%s wants a value", name);
    char *value = words[++i];
    if (!strcmp(name, "--port")) port = atoi(value);
    else if (!strcmp(name, "--matches")) matches = atoi(value);
    else if (!strcmp(name, "--path")) path = value;
    else if (!strcmp(name, "--action")) action = value;
    else if (!strcmp(name, "--event")) event = value;
    else if (!strcmp(name, "--version")) version = value;
    else if (!strcmp(name, "--first")) first = atoi(value);
    else if (!strcmp(name, "--refusal")) refusal = value;
    else if (!strcmp(name, "--step") && steps < MOST_STEPS && i + 1 < count) waits[steps] = value, says[steps++] = words[++i];
    else fail("%s is no option of this program", name);
  }
  if (!path || !action || !event || !version || !refusal || !port || matches < 1) fail("an option is missing");
}

static void play(double warm, double seconds) {
  counted = 0;
  is_playing = 1;
  for (int i = 0; i < matches; i++) act(&all[i]);
  attend_for(warm);
  puts("counting"), fflush(stdout);
  is_counting = 1;
  uint64_t began = now();
  attend_for(seconds);
  while (counted < (size_t)matches) attend(10);
  double measured = (double)(now() - began) / 1e9;
  puts("counted"), fflush(stdout);
  is_playing = is_counting = 0;
  for (uint64_t until = now() + DRAINING * 1000000000ull; acknowledged < acted && now() < until;) attend(10);
  if (acknowledged < acted) fail("%lu of %lu actions were not told to both seats", acted - acknowledged, acted);
  qsort(took, counted, sizeof *took, by_size);
  printf("{\"actions\":%zu,\"seconds\":%.3f,\"p50_ms\":%.2f,\"p95_ms\":%.2f,\"p99_ms\":%.2f}\n", counted, measured, milliseconds_at(0.50),
         milliseconds_at(0.95), milliseconds_at(0.99));
  fflush(stdout);
}

int main(int count, char **words) {
  struct rlimit files;
  read_options(count, words);
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  poll = epoll_create1(0);
  read_matches();
  connect_all();
  fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
  puts("ready"), fflush(stdout);
  for (;;) {
    char line[64] = "";
    double warm, seconds;
    ssize_t got = read(STDIN_FILENO, line, sizeof line - 1);
    if (!got) return 0;
    if (got < 0) attend(10);
    else if (sscanf(line, "%lf %lf", &warm, &seconds) == 2) play(warm, seconds);
    else fail("nobody plays for so long: %s", line);
  }
}
