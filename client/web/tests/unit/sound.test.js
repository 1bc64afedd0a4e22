import assert from "node:assert/strict";
import test from "node:test";
import { DEFAULTS } from "../../src/settings.js";
import { SOUNDS, Sounds } from "../../src/sound.js";
import { initial } from "../../src/state/initial.js";

const at = { screen: "match", params: { match: "m" }, query: {}, path: "/m/m" };

/** @param {number} version @param {readonly object[]} events @returns {any} */
function told(version, events) {
  const update = { version, events, choices: [], result: null };
  return { ...initial(at, DEFAULTS), matches: { m: { update } } };
}

/** An `AudioContext` that notes what is asked of it. */
class Audio {
  /** @type {any[]} */
  static tones = [];
  /** @type {string[]} */
  static asked = [];
  /** @type {number[]} */
  static loud = [];
  currentTime = 0;
  destination = {};

  async resume() {
    Audio.asked.push("resume");
  }

  async suspend() {
    Audio.asked.push("suspend");
  }

  createOscillator() {
    const pitch = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const tone = { frequency: pitch, connect: (/** @type {object} */ to) => to, start() {}, stop() {} };
    Audio.tones.push(tone);
    return tone;
  }

  createGain() {
    const gain = {
      setValueAtTime: (/** @type {number} */ loud) => Audio.loud.push(loud),
      exponentialRampToValueAtTime() {},
    };
    return { gain, connect() {} };
  }
}

test("audio runs from the first click on, but only while something is to be heard", async () => {
  const page = new EventTarget();
  Object.assign(globalThis, {
    AudioContext: Audio,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  let volume = 7;
  const sounds = new Sounds(() => ({ ...DEFAULTS, sound: "all", volume }));
  const hears = () => sounds.play(told(1, []), told(2, [{ type: "damaged" }]));
  hears();
  assert.deepEqual(Audio.asked, []);

  page.dispatchEvent(new Event("pointerup"));
  await null;
  assert.deepEqual(Audio.asked, ["resume", "suspend"]);
  page.dispatchEvent(new Event("keydown"));
  assert.equal(Audio.asked.length, 2);

  hears();
  hears();
  assert.equal(Audio.tones.length, 2 * SOUNDS.blow.length);
  assert.deepEqual(Audio.asked.slice(2), ["resume", "resume"]);
  for (const tone of Audio.tones.slice(1)) tone.onended();
  assert.equal(Audio.asked.length, 4);
  Audio.tones[0].onended();
  assert.deepEqual(Audio.asked.slice(4), ["suspend"]);

  volume = 1;
  hears();
  const [loud = 0, , quiet = 0] = [Audio.loud[0], 0, Audio.loud.at(-SOUNDS.blow.length)];
  assert.ok(quiet * 6 < loud, `${quiet} ${loud}`);
});
