// How the capture of a document looks; part of the style sheet of the element's shadow root.

/** Colours are those of the element; over a camera picture they are fixed, because nobody knows what it shows. */
export const captureStyles = `
.capture { display: grid; gap: 0.75rem; }
.capture h2:focus { outline: none; }
.capture-head { display: flex; gap: 0.75rem; align-items: center; }
.capture-head h2, .capture-head p { margin: 0; }
.capture-drawing { flex: none; width: 5.5rem; height: auto; }
.capture-card { fill: var(--surface); stroke: var(--accent); stroke-width: 3; }
.capture-print { fill: var(--muted); opacity: 0.55; }
.capture-portrait rect, .capture-chip rect { fill: none; stroke: var(--accent); stroke-width: 2; }
.capture-portrait circle, .capture-portrait path { fill: var(--accent); }
.capture-chip path { fill: none; stroke: var(--accent); stroke-width: 2; }
.capture-icon { width: 1.5rem; height: 1.5rem; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.capture-view {
  position: relative;
  overflow: hidden;
  margin-inline: auto;
  width: min(100%, calc(62vh * var(--proportion, 1.333)));
  aspect-ratio: var(--proportion, 1.333);
  border-radius: var(--radius);
  background: #101418;
}
.capture-still { aspect-ratio: auto; width: fit-content; max-width: 100%; }
.capture-still img { display: block; max-width: 100%; max-height: 62vh; }
.capture-video { display: block; width: 100%; height: 100%; object-fit: cover; }
.capture-outline { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.capture-outline polygon { fill: rgb(255 255 255 / 0.08); stroke: #ffd54a; stroke-width: 4; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.capture-outline polygon[data-state='good'] { fill: rgb(60 220 130 / 0.16); stroke: #3fe08a; stroke-width: 6; }
.capture-hint {
  position: absolute;
  inset-inline: 0.5rem;
  bottom: 0.5rem;
  margin: 0 auto;
  width: fit-content;
  max-width: calc(100% - 1rem);
  padding: 0.5rem 0.9rem;
  border-radius: 1.25rem;
  background: rgb(12 16 20 / 0.86);
  color: #fff;
  font-weight: 600;
  text-align: center;
}
.capture-hint[data-good='true'] { background: #0b5c36; }
.capture-bar { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; padding-block: 0.75rem 0; }
.capture-shutter {
  grid-column: 2;
  width: 4.25rem;
  height: 4.25rem;
  min-height: 0;
  padding: 0;
  border: 4px solid var(--accent);
  border-radius: 50%;
  background: var(--surface);
  box-shadow: inset 0 0 0 5px var(--surface), inset 0 0 0 3rem var(--accent);
}
.capture-shutter:disabled { opacity: 0.4; }
.capture-torch { justify-self: center; width: 3rem; height: 3rem; padding: 0; border-radius: 50%; display: grid; place-items: center; }
.capture-torch[aria-pressed='true'] { background: var(--accent); color: var(--accent-text); }
.capture-choices { display: grid; gap: 0.5rem; }
.capture-choices progress { width: 100%; accent-color: var(--accent); }
.capture-upload {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-height: 3rem;
  padding: 0.5rem 0.75rem;
  border: 1px dashed var(--line);
  border-radius: var(--radius);
  cursor: pointer;
}
.capture-upload small { display: block; color: var(--muted); }
.capture-upload input { position: absolute; width: 1px; height: 1px; opacity: 0; }
.capture-upload:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
.capture-refusal { margin: 0; padding: 0.75rem; border-radius: var(--radius); border-inline-start: 4px solid var(--warn); background: var(--warn-surface); }
`
