// Ten foreign PDFs, signed with both kinds of .p12 in a drawn place, and checked by validators.
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { describe, expect, it } from 'vitest'
import { p12With, passphrase, rootCertificate } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { documentsOfOthers, type Sample } from './support/pdfs.ts'
import { people } from './support/people.ts'
import {
  createCase,
  downloadDocument,
  drawSignature,
  pdfFile,
  readVerdict,
  signDocument,
  uploadCertificate,
} from './support/person.ts'
import { listCases, trust } from './support/wire.ts'

/** Substitutes for machines with fewer foreign PDFs: each has another cross-reference form. */
const ownKinds: Sample[] = (['table', 'stream', 'hybrid'] as const).flatMap((xref) =>
  ([0, 90, 180, 270] as const).map((rotate) => ({
    name: `propio ${xref} ${rotate}.pdf`,
    bytes: makePdf({ xref, rotate, pages: 2, annots: rotate === 0 ? 'indirect' : 'missing', updates: rotate / 90 }),
  })),
)

const samples = [...documentsOfOthers(10), ...ownKinds].slice(0, 10)
const downloads = new Map<string, Buffer>()

function checkWithOthers(original: Buffer, signed: Buffer, signatures: number): void {
  const pdfsig = runValidator('pdfsig', ['-nocert'], signed)
  if (pdfsig !== null) {
    expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(signatures)
    expect(pdfsig.output).toContain('Total document signed')
    expect(pdfsig.output).not.toMatch(/Signature is Invalid|Not total document signed\s*$/)
  }
  const [before, after] = [runValidator('qpdf', ['--check'], original), runValidator('qpdf', ['--check'], signed)]
  // 0 clean, 3 warnings, 2 errors.
  const rank = (code: number | undefined) => [0, 3, 2].indexOf(code ?? 0)
  expect(rank(after?.code), after?.output).toBeLessThanOrEqual(rank(before?.code))
}

describe('ten foreign documents', async () => {
  let ids: Map<string, string>

  const open = async (name: string, on = page) => {
    await on.goto(`${foja.origin}/documentos/${ids.get(name)}`)
    await on.getByRole('img', { name: /Página 1 de/ }).waitFor()
  }

  const sign = async (name: string, [left, top]: [number, number], on = page) => {
    await open(name, on)
    await drawSignature(on, [left, top], [left + 0.35, top + 0.08])
    await signDocument(on, passphrase)
    expect(await readVerdict(on)).toBe('Las firmas son válidas')
    return downloadDocument(on)
  }

  const { foja, browser } = await openStage()
  const context = await openAs(browser, foja, people.admin)
  await trust(context, foja.origin, rootCertificate)
  const page = await context.newPage()
  const faults = watch(page)

  it('are uploaded as one case file', async () => {
    const files = samples.map(({ name, bytes }) => pdfFile(name, bytes))
    await createCase(page, foja.origin, 'Diez documentos', files)
    const [group] = await listCases(context, foja.origin)
    const documents = group!.solicitudes.flatMap(({ description }) => description)
    expect(documents.map(({ nombre }) => nombre)).toEqual(samples.map(({ name }) => name))
    ids = new Map(documents.map(({ nombre, id_documento }) => [nombre, id_documento]))
    await page.getByRole('link', { name: samples[0]!.name }).first().waitFor()
    await look(page, 'diez-caso')
  })

  it.each(['legacy', 'modern'] as const)('are signed with a %s .p12', async (variant) => {
    await uploadCertificate(page, foja.origin, p12With({}, variant), passphrase)
    for (const { name, bytes } of variant === 'legacy' ? samples.slice(0, 5) : samples.slice(5)) {
      const signed = await sign(name, [0.55, 0.8])
      expect(signed.subarray(0, bytes.length).equals(bytes), `${name} is only added to`).toBe(true)
      checkWithOthers(bytes, signed, 1)
      downloads.set(name, signed)
    }
    await look(page, `diez-${variant}`)
  })

  it('a second signature by a colleague leaves both valid', async () => {
    const theirs = await openAs(browser, foja, people.mediador)
    const colleague = await theirs.newPage()
    watch(colleague)
    const { name } = samples[0]!
    const p12 = p12With({ commonName: 'LUIS ALBERTO OCAMPO', serialNumber: '0911223344', keyType: 'p256' })
    await uploadCertificate(colleague, foja.origin, p12, passphrase)
    const twice = await sign(name, [0.1, 0.8], colleague)
    await colleague.getByText('2 firmas válidas').locator('visible=true').first().waitFor()
    await look(colleague, 'diez-dos-firmas')
    const once = downloads.get(name)!
    expect(twice.subarray(0, once.length).equals(once)).toBe(true)
    checkWithOthers(once, twice, 2)
  })

  it('cause no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
