/** Plays short synthesized tones, which a packer notices without looking at the screen. */
export type Sound = "scan" | "done" | "stop" | "ask";

/** Volume levels in Settings. */
export const LOUDNESS = ["low", "middle", "high"] as const;
export type Loudness = (typeof LOUDNESS)[number];

const GAIN: Record<Loudness, number> = { low: 0.05, middle: 0.14, high: 0.4 };

type Tone = { readonly hertz: number; readonly startMs: number; readonly lastsMs: number };
/**
 * The sounds differ in melody, length and timbre: a scan is one short high tone, success rises
 * softly, failure is one long low buzz, a question is three knocks of one pitch.
 */
const SOUNDS: Record<Sound, { readonly wave: OscillatorType; readonly tones: readonly Tone[] }> = {
  scan: { wave: "sine", tones: [{ hertz: 1_320, startMs: 0, lastsMs: 45 }] },
  done: {
    wave: "sine",
    tones: [
      { hertz: 660, startMs: 60, lastsMs: 90 },
      { hertz: 990, startMs: 140, lastsMs: 130 },
    ],
  },
  stop: { wave: "sawtooth", tones: [{ hertz: 150, startMs: 60, lastsMs: 420 }] },
  ask: {
    wave: "triangle",
    tones: [
      { hertz: 520, startMs: 60, lastsMs: 80 },
      { hertz: 520, startMs: 200, lastsMs: 80 },
      { hertz: 520, startMs: 340, lastsMs: 80 },
    ],
  },
};

let audio: AudioContext | null = null;

/** Plays a sound at once; does nothing without a sound card. */
export function play(sound: Sound, loudness: Loudness): void {
  audio ??= new AudioContext();
  // Without a user gesture or a sound card the context stays suspended; silence is not a failure.
  if (audio.state === "suspended") void audio.resume().catch(() => undefined);
  const { wave, tones } = SOUNDS[sound];
  for (const { hertz, startMs, lastsMs } of tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + startMs / 1_000;
    const end = start + lastsMs / 1_000;
    tone.type = wave;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(GAIN[loudness], start);
    volume.gain.setValueAtTime(GAIN[loudness], Math.max(start, end - 0.04));
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(end + 0.01);
  }
}
