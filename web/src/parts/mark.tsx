// The mark of Selfsame: two circles and what they have in common.

export function Brand({ size = 34 }: { size?: number }) {
  return (
    <svg class="brand" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" />
      <path d="M16 9.6a7.5 7.5 0 0 1 0 12.8 7.5 7.5 0 0 1 0-12.8Z" />
      <circle cx="12.1" cy="16" r="7.4" />
      <circle cx="19.9" cy="16" r="7.4" />
    </svg>
  )
}
