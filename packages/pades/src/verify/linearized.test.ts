import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ana, check, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'
import { hasTool } from './testing/tools.ts'

const folderOf = (): string => mkdtempSync(join(tmpdir(), 'pades-linearized-'))

/** A linearized file whose main section, at the end, names the section of the first page as its previous one. */
function loopedPdf(folder: string): Uint8Array {
  const [plain, linearized] = [join(folder, 'plain.pdf'), join(folder, 'linearized.pdf')]
  writeFileSync(plain, contract())
  spawnSync('qpdf', ['--linearize', '--object-streams=disable', plain, linearized])
  const text = textOfBytes(readFileSync(linearized))
  const [, first = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? []
  const at = text.lastIndexOf('trailer << ')
  return Buffer.from(`${text.slice(0, at)}trailer << /Prev ${first} ${text.slice(at + 11)}`, 'latin1')
}

describe.runIf(hasTool('qpdf'))('a linearized file whose sections name each other', () => {
  it('is read, signed and verified, like by pdfsig', async () => {
    const folder = folderOf()
    try {
      const signed = await signAs(ana, loopedPdf(folder))
      expect(check(signed).summary).toBe('valid')
      const page = stream('BT /Helv 12 Tf 72 720 Td (Pago: 999) Tj ET')
      expect(check(appendRevision(signed, { 5: page })).summary).toBe('invalid')
      if (!hasTool('pdfsig')) return
      writeFileSync(join(folder, 'signed.pdf'), signed)
      const told = execFileSync('pdfsig', ['-nocert', join(folder, 'signed.pdf')], { stdio: 'pipe' }).toString()
      expect(told).toContain('Signature Validation: Signature is Valid.')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
