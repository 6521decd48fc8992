import { getOfficeSeal, removeOfficeSeal, uploadOfficeSeal } from '@foja/contracts/office-seal'
import { memorySink } from '../../../http/memory-sink.ts'
import type { Api } from '../../../http/register.ts'
import { readSeal, removeSeal, uploadSeal } from './office-seal.ts'

export function registerSeal(api: Api): void {
  api.route(getOfficeSeal, async ({ ctx }) => ({ status: 200, body: await readSeal(ctx) }))

  api.route(uploadOfficeSeal, async ({ ctx, parts }) => {
    const { files, data } = await parts.read(memorySink())
    try {
      return { status: 200, body: await uploadSeal(ctx, { files, password: data.password }) }
    } finally {
      for (const file of files) file.bytes.fill(0)
    }
  })

  api.route(removeOfficeSeal, async ({ ctx }) => ({ status: 200, body: { removed: await removeSeal(ctx) } }))
}
