import type { Calls } from '@foja/client'
import { readPdf } from './files.ts'
import { openClient, type Environment } from './settings.ts'
import type { Terminal } from './terminal.ts'

type Summary = Calls['POST']['/api/v1/verify_document/']['reply']['summary']

/** The verdict in words, and the code that the process ends with. */
const verdicts: Record<Summary, { words: string; exit: number }> = {
  valid: { words: 'Firma válida', exit: 0 },
  invalid: { words: 'Firma no válida', exit: 1 },
  indeterminate: { words: 'No se puede asegurar', exit: 2 },
  unsigned: { words: 'Sin firmas', exit: 2 },
}

/** Verifies the signatures of files; returns the worst code. */
export async function verify(
  { say }: Terminal,
  environment: Environment,
  { files, json }: { files: string[]; json: boolean },
): Promise<number> {
  const client = await openClient(environment)
  let exit = 0
  for (const path of files) {
    const file = await readPdf(path)
    const { images: _images, ...report } = await client.upload('/api/v1/verify_document/', { files: [file] })
    const { words, exit: own } = verdicts[report.summary]
    // A file that is not valid outweighs one of which nothing is known.
    exit = exit === 1 || own === 1 ? 1 : Math.max(exit, own)
    if (json) {
      say(JSON.stringify({ file: path, ...report }))
      continue
    }
    say(`${path}: ${words}`)
    for (const { explanation } of report.signatures) say(`  ${explanation}`)
  }
  return exit
}
