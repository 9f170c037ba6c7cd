/** Short tones, made here and not played from files: a sound reaches the packer before a look at the screen. */
export type Sound = "scan" | "done" | "stop" | "ask";

/** Hertz and start in milliseconds; every tone lasts 90 ms. Rising is good, falling is not. */
const TONES: Record<Sound, readonly (readonly [hertz: number, startMs: number])[]> = {
  scan: [[880, 0]],
  done: [[660, 0], [990, 80]],
  stop: [[330, 0], [220, 110]],
  ask: [[550, 0], [550, 140]],
};

let audio: AudioContext | null = null;

/** Plays a sound at once. Without a sound card nothing happens. */
export function play(sound: Sound): void {
  audio ??= new AudioContext();
  // Without a gesture or a sound card the context stays suspended: silence is no failure.
  if (audio.state === "suspended") void audio.resume().catch(() => undefined);
  for (const [hertz, startMs] of TONES[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + startMs / 1000;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.1);
  }
}
