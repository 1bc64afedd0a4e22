import { audioContext, isTouched, shake } from "./browser.js";
import { cues } from "./state/cues.js";

/** @import { Cue } from "./state/cues.js" */
/** @import { State } from "./state/initial.js" */
/** @import { Settings } from "./settings.js" */

/**
 * The tones of each sound: its start and length in seconds, its pitch at start and end in hertz, its loudness and its
 * timbre.
 * @typedef {readonly [at: number, length: number, from: number, to: number, loud: number, wave: OscillatorType]} Tone
 * @type {Readonly<Record<Cue, readonly Tone[]>>}
 */
export const SOUNDS = {
  card: [[0, 0.06, 900, 320, 0.08, "triangle"]],
  deal: [
    [0, 0.05, 700, 300, 0.07, "triangle"],
    [0.07, 0.05, 760, 320, 0.07, "triangle"],
    [0.14, 0.05, 820, 340, 0.07, "triangle"],
  ],
  turn: [
    [0, 0.14, 587, 587, 0.14, "sine"],
    [0.12, 0.24, 880, 880, 0.14, "sine"],
  ],
  check: [
    [0, 0.12, 784, 784, 0.16, "sine"],
    [0.16, 0.12, 784, 784, 0.16, "sine"],
    [0.32, 0.3, 1047, 1047, 0.16, "sine"],
  ],
  blow: [
    [0, 0.18, 160, 50, 0.25, "sine"],
    [0, 0.05, 400, 90, 0.08, "square"],
  ],
  heal: [
    [0, 0.16, 520, 700, 0.08, "sine"],
    [0.1, 0.2, 700, 940, 0.08, "sine"],
  ],
  death: [[0, 0.35, 220, 60, 0.16, "triangle"]],
  end: [
    [0, 0.2, 523, 523, 0.12, "sine"],
    [0.16, 0.2, 659, 659, 0.12, "sine"],
    [0.32, 0.5, 784, 784, 0.12, "sine"],
  ],
};

/** Sounds that also play when only “your move” is on, for a player who looks elsewhere. @type {ReadonlySet<Cue>} */
const CALLS = new Set(["turn", "check"]);
/** Milliseconds for which a phone vibrates. */
const SHAKE = 30;

/**
 * Sounds, synthesized here without files. The page is silent before the first click, as browsers demand. The audio
 * output runs only while a sound plays, to save a phone's battery.
 */
export class Sounds {
  #settings;
  /** @type {AudioContext | null} */
  #audio = null;
  /** Number of tones that are playing. */
  #tones = 0;

  /** @param {() => Settings} settings returns the present settings */
  constructor(settings) {
    this.#settings = settings;
    const begun = () => {
      this.#audio ??= audioContext();
      void this.#audio?.resume().then(this.#rest); // which it may do without a click from now on
      removeEventListener("pointerup", begun);
      removeEventListener("keydown", begun);
    };
    if (isTouched()) begun();
    else {
      addEventListener("pointerup", begun);
      addEventListener("keydown", begun);
    }
  }

  /**
   * Play the sounds of a change of the state.
   * @param {State} before
   * @param {State} after
   */
  play(before, after) {
    const { sound, volume } = this.#settings();
    const heard = cues(before, after).filter((cue) => sound === "all" || (sound === "turn" && CALLS.has(cue)));
    const audio = this.#audio;
    if (audio === null || heard.length === 0) return;
    if (heard.some((cue) => CALLS.has(cue))) shake(SHAKE);
    void audio.resume();
    let at = audio.currentTime;
    for (const cue of heard) {
      for (const tone of SOUNDS[cue]) {
        this.#tones += 1;
        sounded(audio, at, tone, Math.min(10, Math.max(1, volume)) / 7).onended = this.#ended;
      }
      at += 0.1;
    }
  }

  #ended = () => {
    this.#tones -= 1;
    this.#rest();
  };

  #rest = () => {
    if (this.#tones === 0) void this.#audio?.suspend();
  };
}

/** @param {AudioContext} audio @param {number} begin @param {Tone} tone @param {number} loudness @returns {OscillatorNode} */
function sounded(audio, begin, [after, length, from, to, loud, wave], loudness) {
  const at = begin + after;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = wave;
  tone.frequency.setValueAtTime(from, at);
  tone.frequency.exponentialRampToValueAtTime(to, at + length);
  volume.gain.setValueAtTime(loud * loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
  return tone;
}
