// Sends commands to a chip: the first one waits for a chip, and after a lost one the next waits again.
import type { ShellCalls, ShellFault } from 'selfsame-client/shell'

/** What a phone does with its NFC. */
export interface ChipField {
  /** Waits until a chip is held to the phone. Where it `wasLost`, iOS goes on with the sheet that it shows. */
  begin(prompt: string | undefined, wasLost: boolean): Promise<void>
  send(command: number[]): Promise<number[]>
  end(message: string | undefined, isFailure: boolean): Promise<void>
  faultOf(error: unknown): ShellFault
}

export function chipCalls(field: ChipField): Required<Pick<ShellCalls, 'transceive' | 'endChip'>> {
  let state: 'off' | 'on' | 'lost' = 'off'
  let opening: Promise<void> | undefined
  return {
    async transceive(command, { prompt }) {
      try {
        if (state !== 'on') {
          opening = field.begin(prompt, state === 'lost')
          state = 'on'
          await opening
        }
        return Uint8Array.from(await field.send([...command]))
      } catch (error) {
        const fault = field.faultOf(error)
        if (state === 'on') state = fault === 'lost' ? 'lost' : 'off'
        if (state === 'off') await field.end(undefined, true).catch(() => {})
        throw new Error(fault)
      }
    },
    async endChip(message, isFailure) {
      if (state === 'off') return
      state = 'off'
      await field.end(message, isFailure)
    },
  }
}
