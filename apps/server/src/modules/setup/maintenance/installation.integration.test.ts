import { createTestDatabase } from '@foja/testing/database'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkInstallation } from './installation.ts'

const empty = {
  // oxlint-disable-next-line require-yield -- no files
  list: async function* () {
    await wait(1)
  },
}

it('processes that start together on a new database write one mark', async () => {
  const database = await createTestDatabase()
  const marks: string[] = []
  const mark = {
    read: async () => marks.at(-1),
    write: async (id: string) => {
      await wait(20)
      marks.push(id)
    },
  }
  const start = async (after: number) => {
    await wait(after)
    await checkInstallation({ db: database.kysely, store: empty }, mark)
  }
  try {
    await Promise.all([0, 0, 5, 15, 25, 45].map(start))
    expect(marks).toHaveLength(1)
    await expect(
      checkInstallation({ db: database.kysely, store: empty }, { ...mark, read: async () => 'another' }),
    ).rejects.toMatchObject({ code: 'other_files' })
  } finally {
    await database.close()
  }
})
