import { createInterface } from 'node:readline'
import { Writable, type Readable } from 'node:stream'

/** What a command says and asks. */
export type Terminal = {
  say: (line: string) => void
  ask: (question: string) => Promise<string>
  /** Like `ask`; what is typed is not shown. */
  askSecret: (question: string) => Promise<string>
}

/** What stops a command, in a sentence for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

type Streams = { input: Readable & { isTTY?: boolean }; output: Writable; errors: Writable }

/** A terminal over the streams of a process. Questions go to `errors`, so that `output` can be read by a program. */
export function openTerminal({ input, output, errors }: Streams): Terminal {
  const askOn = async (question: string, shown: Writable): Promise<string> => {
    if (input.isTTY !== true) throw new CommandError(`Falta un dato y no hay terminal donde preguntarlo: ${question}`)
    errors.write(`${question} `)
    const lines = createInterface({ input, output: shown, terminal: true })
    try {
      return await new Promise((resolve, reject) => {
        lines.once('line', resolve)
        lines.once('SIGINT', () => reject(new CommandError('Cancelado.')))
        lines.once('close', () => reject(new CommandError('Cancelado.')))
      })
    } finally {
      lines.close()
    }
  }
  return {
    say: (line) => void output.write(`${line}\n`),
    ask: async (question) => (await askOn(question, errors)).trim(),
    askSecret: async (question) => {
      const answer = await askOn(question, silent())
      errors.write('\n')
      return answer
    },
  }
}
