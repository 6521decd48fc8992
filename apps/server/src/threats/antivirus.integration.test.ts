import { eicar, startFakeClamd } from '@foja/testing/fake-clamd'
import { makePdf } from '@foja/testing/pdfs'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { bodyOf, createPath, expectProblem, mainOf, pdfFile, startOffice, storedKeys } from '../../test/office.ts'
import { createClamd } from '../lib/antivirus.ts'
import { inMemory } from '../lib/in-memory.ts'
import { writeTemplateFile } from '../modules/templates/template-file.ts'

let clamd = await startFakeClamd({ maxStream: 2_000_000 })
const antivirus = createClamd({ host: '127.0.0.1', port: clamd.port })
const office = await startOffice({ antivirus, softChecks: { antivirus: antivirus.ping } })
afterAll(async () => {
  await office.close()
  await clamd.close()
})

const upload = (...files: ReturnType<typeof pdfFile>[]) => office.usuario.upload('/api/v1/upload_document/', files, {})
const withEicar = () => Buffer.concat([makePdf(), Buffer.from(`%${eicar}\n`)])
const health = async () => await (await fetch(`${office.server.origin}/health/ready`)).json()

describe('an upload with an antivirus', () => {
  it('is scanned whole and kept when it is clean', async () => {
    const pdf = makePdf()
    await bodyOf(await upload(pdfFile('acta.pdf', pdf)), 201)
    expect(clamd.scanned).toEqual([pdf.length])
    expect(await health()).toMatchObject({ status: 'ok', checks: { antivirus: 'ok' } })
  })

  it('is refused with the name of the finding, and nothing of the request is kept', async () => {
    const before = await storedKeys(office)
    const files = [pdfFile('buena.pdf'), pdfFile('mala.pdf', withEicar())]
    for (const send of [() => upload(...files), () => office.usuario.upload(createPath, files, mainOf(2))]) {
      const problem = await expectProblem(await send(), 400, 'file_infected')
      expect(problem.detail).toMatch(/^«mala\.pdf»: El antivirus encontró Eicar-Signature\. No se guardó nada\./)
      expect(await storedKeys(office)).toEqual(before)
    }
    const rows = await office.server.deps.db.selectFrom('document').select('nombre').execute()
    expect(rows.map(({ nombre }) => nombre)).toEqual(['acta.pdf'])
  })

  it('is refused by name when the antivirus does not take files of its size', async () => {
    const before = await storedKeys(office)
    const large = pdfFile('grande.pdf', makePdf({ ballast: 3_000_000 }))
    const problem = await expectProblem(await upload(large), 400, 'file_not_scannable')
    expect(problem.detail).toContain('«grande.pdf»')
    expect(await storedKeys(office)).toEqual(before)
  })

  it('covers logos and imported templates', async () => {
    const before = await storedKeys(office)
    const logo = { name: 'logo.png', bytes: Buffer.from(eicar) }
    const path = `/api/v1/upload_company_logo/${office.company}/`
    await expectProblem(await office.gestor.upload(path, [logo]), 400, 'file_infected')
    const { stream } = writeTemplateFile(
      { foja_template: 1, name: 'Acta', locale: 'es-EC', fields: [] },
      inMemory(withEicar()),
      withEicar().length,
    )
    const template = { name: 'acta.foja', bytes: await buffer(stream) }
    await expectProblem(await office.gestor.upload('/api/v1/import_template/', [template]), 400, 'file_infected')
    expect(await storedKeys(office)).toEqual(before)
  })

  it('is refused while the antivirus does not answer; readiness shows it and the server stays ready', async () => {
    const before = await storedKeys(office)
    await clamd.close()
    const problem = await expectProblem(await upload(pdfFile()), 503, 'antivirus_unavailable')
    expect(problem.title).toBe('El antivirus no responde')
    expect(await storedKeys(office)).toEqual(before)
    expect((await fetch(`${office.server.origin}/health/ready`)).status).toBe(200)
    expect(await health()).toMatchObject({ status: 'degraded', checks: { antivirus: 'failed', database: 'ok' } })
    clamd = await startFakeClamd()
  })
})
