// Tests the records of policies on every engine: versions never change, and names belong to one organisation.
import { expect, test } from 'vitest'
import { addOrganisation } from '../../src/store/records/organisations.ts'
import {
  addPolicy,
  addPolicyVersion,
  archivePolicy,
  countPolicies,
  findPolicy,
  findPolicyVersion,
  findVersionSaying,
  listPolicies,
  lockPolicy,
  versionsOfPolicy,
} from '../../src/store/records/policies.ts'
import { describeVault } from './vault-kit.ts'

describeVault((at) => {
  const database = () => at.held.store.database
  const organisation = async (id: string) => {
    await addOrganisation(database(), { id, name: id, createdAt: 1 })
    return { organisationId: id, id: 'shop' }
  }

  test('a name is taken once in an organisation, and is free in another', async () => {
    const [one, other] = [await organisation('p1'), await organisation('p2')]
    expect(await addPolicy(database(), one, '{"a":1}', 5)).toEqual({
      ...{ version: 1, definition: '{"a":1}', createdAt: 5 },
    })
    expect(await addPolicy(database(), one, '{"a":2}', 6)).toBeUndefined()
    expect(await addPolicy(database(), other, '{"a":2}', 6)).toMatchObject({ version: 1 })
    expect(await findPolicyVersion(database(), one, 1)).toMatchObject({ definition: '{"a":1}' })
    expect(await countPolicies(database(), 'p1')).toBe(1)
  })

  test('versions are numbered without a gap, also when several are added at once', async () => {
    const place = await organisation('p3')
    expect(await addPolicyVersion(database(), place, '{}', 1)).toBeUndefined()
    await addPolicy(database(), place, '{"n":0}', 1)
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        database().transaction((queries) => addPolicyVersion(queries, place, `{"n":${n + 1}}`, 2)),
      ),
    )
    expect(made.map((one) => one?.version).toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect((await versionsOfPolicy(database(), place)).map(({ version }) => version)).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
    expect(await findPolicy(database(), place)).toMatchObject({ version: 9 })
    expect(await findPolicyVersion(database(), place, 1)).toMatchObject({ definition: '{"n":0}' })
    expect(await findPolicyVersion(database(), place, 10)).toBeUndefined()
    await database().transaction((queries) => lockPolicy(queries, place))
    expect(await findPolicy(database(), place)).toMatchObject({ version: 9 })
  })

  test('the newest version that says a thing is found', async () => {
    const place = await organisation('p4')
    await addPolicy(database(), place, 'a', 1)
    await addPolicyVersion(database(), place, 'b', 2)
    await addPolicyVersion(database(), place, 'a', 3)
    expect(await findVersionSaying(database(), place, 'a')).toMatchObject({ version: 3 })
    expect(await findVersionSaying(database(), place, 'b')).toMatchObject({ version: 2 })
    expect(await findVersionSaying(database(), { ...place, organisationId: 'p1' }, 'b')).toBeUndefined()
  })

  test('an archived policy keeps its day, and a new version brings it back', async () => {
    const place = await organisation('p5')
    await addPolicy(database(), place, 'a', 1)
    await archivePolicy(database(), place, 7)
    await archivePolicy(database(), place, 9)
    expect(await listPolicies(database(), 'p5')).toEqual([
      { id: 'shop', version: 1, createdAt: 1, archivedAt: 7 },
    ])
    await addPolicyVersion(database(), place, 'b', 10)
    expect(await findPolicy(database(), place)).toMatchObject({ version: 2, archivedAt: null })
  })
})
