// The frame of a screen: its title, which takes the focus when the screen opens, and its lead.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { movedByHand } from '../router.tsx'

export function Page({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead?: string | undefined
  aside?: ComponentChildren
  children: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // On the first load the focus stays: the skip link comes first there.
    if (movedByHand()) heading.current?.focus({ preventScroll: true })
  }, [])
  // The title of the tab changes together with the heading, not some time after it is painted.
  useLayoutEffect(() => {
    document.title = `${title} · Selfsame`
  }, [title])
  return (
    <>
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </>
  )
}
