// A drawing of a card whose fields are being found.

export function CardDrawing() {
  return (
    <svg
      class="card-drawing"
      viewBox="0 0 148 96"
      width="148"
      height="96"
      aria-hidden="true"
      focusable="false"
    >
      <rect class="paper" x="1" y="1" width="146" height="94" rx="11" />
      <rect class="portrait" x="14" y="30" width="38" height="50" rx="6" />
      <circle class="person" cx="33" cy="49" r="8" />
      <path class="person" d="M19 76c1-10 6-15 14-15s13 5 14 15Z" />
      <path class="ink" d="M16 17h56M66 36h62M66 53h44M66 70h54" />
      <rect class="found" x="60" y="29" width="74" height="14" rx="4" />
      <rect class="found" x="60" y="46" width="56" height="14" rx="4" />
      <rect class="found" x="60" y="63" width="66" height="14" rx="4" />
      <rect class="found" x="11" y="27" width="44" height="56" rx="8" />
    </svg>
  )
}
