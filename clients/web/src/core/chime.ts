// Two soft notes, made by the browser: there is no file to load.

let context: AudioContext | undefined;

/** Plays them, where the browser allows a sound: after a first click or key. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const now = context.currentTime;
    for (const [at, frequency] of [[0, 587], [0.11, 784]] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = "sine";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.0001, now + at);
      volume.gain.exponentialRampToValueAtTime(0.12, now + at + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + 0.28);
      tone.connect(volume).connect(context.destination);
      tone.start(now + at);
      tone.stop(now + at + 0.3);
    }
  } catch {
    // Without sound the title and the sign in the tab say the same.
  }
}
