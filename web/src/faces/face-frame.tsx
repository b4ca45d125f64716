// An oval over the live picture of a camera, for a face.

export function FaceFrame({ label }: { label: string }) {
  return (
    <div class="document-frame">
      <div class="face-frame-oval" />
      <p>{label}</p>
    </div>
  )
}
