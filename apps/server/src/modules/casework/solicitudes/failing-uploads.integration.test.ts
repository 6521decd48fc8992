import { createSolicitudMain } from '@foja/contracts/solicitudes'
import { uploadLimits } from '@foja/contracts/constants'
import { makePdf } from '@foja/testing/pdfs'
import { DatabaseProblem } from '@foja/db/errors'
import { StorageError, type StorageErrorCode } from '@foja/storage/errors'
import { request } from 'node:http'
import { sweep } from '../../setup/maintenance/sweep.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { createPath, expectProblem, mainOf, pdfFile, openOffice, storedKeys } from '../../../../test/office.ts'

const office = await openOffice()
afterEach(async () => {
  expect(await storedKeys(office)).toEqual([])
  expect(await office.server.deps.store.sweepUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  const mains = await office.server.deps.db.selectFrom('solicitud_main').selectAll().execute()
  expect(mains).toEqual([])
})

const big = (name: string) => pdfFile(name, makePdf({ ballast: 3_000_000 }))

describe('a failing upload', () => {
  it('over the size limit is refused as too large, even if its truncated part looks damaged', async () => {
    const bytes = Buffer.concat([makePdf(), Buffer.alloc(uploadLimits.bytesPerFile, 32)])
    const files = [pdfFile('pequeño.pdf'), pdfFile('enorme.pdf', bytes)]
    const problem = await expectProblem(
      await office.usuario.upload(createPath, files, mainOf(2)),
      400,
      'file_too_large',
    )
    expect(problem.detail).toContain('«enorme.pdf»')
    expect(createSolicitudMain.errors).toContain('file_too_large')
  })

  it.each<[StorageErrorCode, number, 'storage_full' | 'unavailable']>([
    ['disk_full', 507, 'storage_full'],
    ['forbidden', 503, 'unavailable'],
    ['unavailable', 503, 'unavailable'],
  ])('returns an error when the store fails with %s', async (code, status, problem) => {
    const { store } = office.server.deps
    const put = store.put.bind(store)
    let calls = 0
    store.put = async (source, options) => {
      if ((calls += 1) === 1) return await put(source, options)
      let size = 0
      const failing = async function* () {
        for await (const chunk of source) {
          if ((size += chunk.length) > 500_000) throw new StorageError(code, 'in the middle of a file')
          yield chunk
        }
      }
      return await put(failing(), options)
    }
    const files = [big('a.pdf'), big('b.pdf'), big('c.pdf')]
    await expectProblem(await office.usuario.upload(createPath, files, mainOf(3)), status, problem)
    store.put = put
  })

  it('leaves nothing after the sweep when the database fails', async () => {
    const { deps } = office.server
    const { clock } = deps
    // The clock is read after the body for the verdict, and then inside the transaction.
    let reads = 0
    deps.clock = () => {
      if ((reads += 1) > 2) throw new DatabaseProblem('database_closed', 'gone')
      return clock()
    }
    const response = await office.usuario.upload(createPath, [pdfFile()], mainOf(1))
    deps.clock = clock
    await expectProblem(response, 503, 'unavailable')
    // An S3 service gives times in whole seconds, possibly ahead of this moment.
    expect(await sweep(deps, office.server.app.log, -60_000)).toEqual({
      purged: 0,
      unfinished: 0,
      orphans: 1,
      missing: 0,
    })
  })

  it('leaves nothing when the connection breaks', async () => {
    const boundary = 'foja'
    const { store } = office.server.deps
    const put = store.put.bind(store)
    let unfinished = 0
    store.put = async (source, options) => {
      unfinished += 1
      return await put(source, options).finally(() => (unfinished -= 1))
    }
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`
    await new Promise<void>((resolve) => {
      const sending = request(new URL(createPath, office.server.origin), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${office.usuario.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': '5000000',
        },
      })
      sending.on('error', () => resolve())
      sending.write(head)
      sending.write(Buffer.alloc(1_000_000, 65))
      void expect
        .poll(() => unfinished)
        .toBe(1)
        .finally(() => sending.destroy(new Error('cable pulled')))
    })
    await expect.poll(() => unfinished).toBe(0)
    store.put = put
    expect(await storedKeys(office)).toEqual([])
  })
})
