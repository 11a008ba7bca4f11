// Soft notes, synthesised by the browser without a sound file.

/** The start of each note in seconds and its frequency in hertz. */
const NOTES = {
  turn: [[0, 587], [0.11, 784]],
  end: [[0, 784], [0.13, 659], [0.26, 523]],
} as const;

let context: AudioContext | undefined;

/** Plays the notes of a turn or of an end. Browsers allow sound after the first click or key press. */
export function chime(what: keyof typeof NOTES = "turn"): void {
  // Before the first click or key press the browser keeps a new context silent and logs a warning.
  if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    const now = context.currentTime;
    for (const [at, frequency] of NOTES[what]) {
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
    // Without sound, the title and the tab icon give the same signal.
  }
}
