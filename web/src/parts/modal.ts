// Opens a dialog over all else, and gives the focus back to what had it.
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Opened before the next key comes, which is for the dialog. What took the focus since it closed keeps it. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const asked = document.activeElement
    const opened = dialog.current
    opened?.showModal()
    return () => {
      const now = document.activeElement
      const isLeft = now === null || now === document.body || opened?.contains(now) === true
      // What asked may be gone with what it removed.
      if (isLeft && asked instanceof HTMLElement && asked.isConnected) asked.focus()
    }
  }, [])
}
