// The messages between a page and a worker that looks at its pictures: `Ask` goes with each picture, `Seen` comes back.

export type ToWorker<Ask> =
  | { readonly kind: 'open'; readonly folder: string }
  | { readonly kind: 'look'; readonly id: number; readonly picture: ImageBitmap; readonly ask: Ask }

export type FromWorker<Seen> =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly fault: string }
  | { readonly kind: 'seen'; readonly id: number; readonly seen: Seen }
  | { readonly kind: 'blind'; readonly id: number; readonly fault: string }
