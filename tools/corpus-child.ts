// Tries files one after another for corpus.ts, which kills this process when one takes too long or too much memory.
import { readFileSync } from 'node:fs'
import { createRenderer } from '../packages/pdf/src/renderer.ts'
import { createTestAuthority } from '../packages/testing/src/ca.ts'
import { makeTestSigner } from '../packages/testing/src/signing.ts'
import { createFiller, type Filler } from '../packages/pdf/src/filler.ts'
import { mutate, tryCase } from './corpus-case.ts'
import type { Case } from './corpus-case.ts'
import { tryTemplate } from './corpus-template.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const { signer, trust } = makeTestSigner({ authority })
const renderer = await createRenderer({ threads: 1 })
let filler: Filler | null = null

process.on('message', (next: Case) => {
  void run(next).then((answer) => process.send?.(answer))
})
process.send?.('ready')

async function run({ path, mutant, asTemplate }: Case): Promise<unknown> {
  try {
    const original = readFileSync(path)
    const bytes = mutant === null ? original : mutate(original, mutant)
    if (asTemplate) {
      filler ??= await createFiller({ threads: 1, timeoutMs: 8000 })
      return await tryTemplate(bytes, mutant !== null, { filler, renderer })
    }
    return await tryCase(bytes, mutant !== null, { signer, trust, renderer })
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { outcome: 'crash', faults: [fault], notes: [], earlier: 0 }
  }
}
