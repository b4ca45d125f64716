// The doors of face collections.

import { z } from 'zod'
import { codes } from '../../codes.ts'
import { type Door, door } from '../../http/door.ts'
import { collectionId, externalPersonId } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { signCollection } from './sign.ts'

const tag = 'Face collections'

export const collectionDoors = (runtime: Runtime): Door[] => [
  door({
    name: 'signCollectionId',
    method: 'POST',
    path: '/face-collections/sign-collection-id',
    tag,
    summary: 'Register a collection id.',
    description: 'Ids belong to your organisation: another organisation may use the same one.',
    body: z.strictObject({ id: collectionId, external_person_id: externalPersonId }),
    fields: { id: z.string().describe('Echo of the request.') },
    answers: [codes.success, codes.collectionIdExists],
    handle: async ({ body, organisationId }) => ({
      code: await signCollection(runtime.store.database, {
        organisationId,
        id: body.id,
        externalPersonId: body.external_person_id,
        createdAt: runtime.now(),
      }),
      fields: { id: body.id },
    }),
  }),
]
