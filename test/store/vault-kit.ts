// Opens a fresh store with an organisation for every test of the vault, on every pair of engines there is.
import { afterEach, beforeEach, describe } from 'vitest'
import { findFile } from '../../src/store/records/files.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import type { Vault } from '../../src/store/vault.ts'
import { embedded, shared, type TestStore, writeDeadlineMs } from './opened-store.ts'

interface VaultAt {
  /** The store is that of the current test. */
  readonly held: TestStore
  readonly owner: Organisation
  vault(): Vault
  /** Sweeps after every deadline has passed and every second look was taken. */
  sweepAll(): Promise<void>
  keep(files: readonly { readonly id: string; readonly bytes: Uint8Array }[]): Promise<unknown>
  storageKeyOf(id: string): Promise<string>
}

export const nothing = { records: 0, journal: 0, files: 0 }

export function describeVault(tests: (at: VaultAt) => void): void {
  describe.for([embedded, shared].filter((one) => one.available))('the vault on $name', ({ fresh }) => {
    let held: TestStore
    let owner: Organisation
    beforeEach(async () => {
      held = await fresh()
      owner = await held.organisation()
    })
    afterEach(() => held.remove())

    tests({
      get held() {
        return held
      },
      get owner() {
        return owner
      },
      vault: () => held.store.vault,
      async sweepAll() {
        for (let look = 0; look < 2; look++) {
          held.clock.now += writeDeadlineMs
          await held.store.vault.sweep()
        }
      },
      keep: (files) => held.store.vault.keep(owner.id, files, async () => undefined),
      storageKeyOf: async (id) => (await findFile(held.store.database, owner.id, id))?.storageKey as string,
    })
  })
}
