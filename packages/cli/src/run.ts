import { FojaError } from '@foja/client'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { askSignatures } from './ask-signatures.ts'
import { exportCase } from './export-case.ts'
import { logIn } from './log-in.ts'
import { serveMcp } from './mcp.ts'
import type { Environment } from './settings.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { verify } from './verify.ts'

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>
type Call = { terminal: Terminal; environment: Environment; values: Values; words: string[] }
type Command = {
  help: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Least and most words besides the options. */
  words: readonly [number, number]
  run: (call: Call) => Promise<number>
}

const text = (values: Values, name: string) => values[name] as string | undefined
const texts = (values: Values, name: string) => (values[name] ?? []) as string[]

const commands: Record<string, Command> = {
  entrar: {
    help: `foja entrar

Guarda la dirección de Foja y una clave de API, que solo lee este usuario. La clave se crea en «Mi perfil».`,
    options: {},
    words: [0, 0],
    run: async ({ terminal, environment }) => await logIn(terminal, environment),
  },
  firmar: {
    help: `foja firmar ARCHIVO.pdf --certificado MI.p12 [-o FIRMADO.pdf] [--motivo TEXTO] [--solicitud ID]

Firma un PDF con un certificado de este equipo. La clave y su contraseña no salen de aquí; el PDF queda también en Foja,
en una solicitud si se dice cuál. La firma no dibuja un sello. La contraseña se pregunta, o se toma de FOJA_CLAVE.

  --certificado  un .p12 o .pfx; repetido: un .cer y su .key
  -o, --salida   dónde guardar el PDF firmado; sin él, ARCHIVO-firmado.pdf
  --motivo       por qué se firma
  --solicitud    id de la solicitud que guarda el documento`,
    options: {
      certificado: { type: 'string', multiple: true },
      salida: { type: 'string', short: 'o' },
      motivo: { type: 'string' },
      solicitud: { type: 'string' },
    },
    words: [1, 1],
    run: async ({ terminal, environment, values, words }) => {
      const certificate = texts(values, 'certificado')
      if (certificate.length === 0) throw new CommandError('Falta --certificado, por ejemplo --certificado mi.p12.')
      const [reason, solicitud] = [text(values, 'motivo'), text(values, 'solicitud')]
      const options = { file: words[0]!, certificate, out: text(values, 'salida'), reason, solicitud }
      // Loaded here only: the other commands need no signing engine.
      const { sign } = await import('./sign.ts')
      return await sign(terminal, environment, options)
    },
  },
  verificar: {
    help: `foja verificar ARCHIVO.pdf… [--json]

Comprueba las firmas de uno o varios PDF. No hace falta clave.
Termina con 0 si todas las firmas son válidas, 1 si alguna no lo es, 2 si no se puede asegurar o no hay ninguna.

  --json  un informe por línea`,
    options: { json: { type: 'boolean' } },
    words: [1, Infinity],
    run: async ({ terminal, environment, values, words }) =>
      await verify(terminal, environment, { files: words, json: values['json'] === true }),
  },
  'pedir-firmas': {
    help: `foja pedir-firmas ARCHIVO.pdf… --a "Nombre <correo>" [--a …] [--simple | --aprobar] [--en-orden]
                  [--titulo TEXTO] [--mensaje TEXTO] [--dias N]

Crea un expediente con los PDF y pide por correo que los firmen.

  --a          a quién; se repite
  --simple     firma simple, sin certificado
  --aprobar    que lo aprueben, sin firmar
  --en-orden   uno después de otro, en el orden escrito
  --dias       plazo; sin él, 30`,
    options: {
      a: { type: 'string', multiple: true },
      simple: { type: 'boolean' },
      aprobar: { type: 'boolean' },
      'en-orden': { type: 'boolean' },
      titulo: { type: 'string' },
      mensaje: { type: 'string' },
      dias: { type: 'string' },
    },
    words: [1, 20],
    run: async ({ terminal, environment, values, words }) => {
      const people = texts(values, 'a')
      if (people.length === 0) throw new CommandError('Falta --a, por ejemplo --a "Ana Torres <ana@cliente.example>".')
      return await askSignatures(terminal, environment, {
        files: words,
        people,
        rol: values['simple'] === true ? 'firma_simple' : values['aprobar'] === true ? 'aprueba' : 'firma',
        inOrder: values['en-orden'] === true,
        titulo: text(values, 'titulo'),
        mensaje: text(values, 'mensaje'),
        days: text(values, 'dias'),
      })
    },
  },
  exportar: {
    help: `foja exportar ID -o CARPETA

Guarda los documentos de un expediente en su última versión, el informe de evidencias de cada PDF y los datos del
expediente con su historia (expediente.json). ID es el de un expediente o el de una de sus solicitudes.`,
    options: { salida: { type: 'string', short: 'o' } },
    words: [1, 1],
    run: async ({ terminal, environment, values, words }) => {
      const out = text(values, 'salida')
      if (out === undefined) throw new CommandError('Falta -o, por ejemplo -o expediente.')
      return await exportCase(terminal, environment, { id: words[0]!, out })
    },
  },
  mcp: {
    help: `foja mcp [--carpeta CARPETA]

Servidor MCP por la entrada y la salida. Lee; crea expedientes y pide firmas solo si la clave tiene cases:write y
requests:write. Nunca firma.

  --carpeta  de dónde salen los PDF de los expedientes nuevos; sin ella, la actual`,
    options: { carpeta: { type: 'string' } },
    words: [0, 0],
    run: async ({ environment, values }) => await serveMcp(environment, { folder: text(values, 'carpeta') ?? '.' }),
  },
}

const help = `Foja desde la terminal

  foja entrar                                        guarda la dirección y la clave de API
  foja firmar contrato.pdf --certificado mi.p12      firma con un certificado de este equipo
  foja verificar contrato.pdf                        dice si las firmas son válidas
  foja pedir-firmas contrato.pdf --a "Ana <correo>"  pide firmas por correo
  foja exportar ID -o carpeta                        guarda un expediente
  foja mcp                                           servidor MCP para asistentes

«foja COMANDO --ayuda» dice las opciones de cada uno.
FOJA_ORIGEN y FOJA_LLAVE valen en lugar de lo guardado.`

/** What is wrong with the options; the errors of `parseArgs` are in English. */
function optionProblem(error: unknown): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const named = /'(-[^' ,]*)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return new CommandError(`No conozco la opción ${named}.`)
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return new CommandError(`A la opción ${named} le falta o le sobra un valor.`)
  throw error
}

function parse({ options }: Command, args: string[]) {
  try {
    const own = { ...options, ayuda: { type: 'boolean', short: 'h' }, help: { type: 'boolean' } } as const
    return parseArgs({ args, options: own, allowPositionals: true })
  } catch (error) {
    throw optionProblem(error)
  }
}

async function runCommand(terminal: Terminal, environment: Environment, args: string[]): Promise<number> {
  const [name = '', ...rest] = args
  if (['', 'ayuda', '--ayuda', '--help', '-h'].includes(name)) {
    terminal.say(help)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new CommandError(`No conozco «${name}».\n\n${help}`)
  const { values, positionals: words } = parse(command, rest)
  if (values['ayuda'] === true || values['help'] === true) {
    terminal.say(command.help)
    return 0
  }
  const [least, most] = command.words
  if (words.length < least || words.length > most) throw new CommandError(`Se usa así:\n\n${command.help}`)
  return await command.run({ terminal, environment, values, words })
}

/** Why a command failed, in a sentence. Throws any other error. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message
  if (error instanceof FojaError) {
    const fields = error.problem?.errors?.map(({ field, message }) => `\n  ${field}: ${message}`).join('') ?? ''
    const request = error.requestId === null ? '' : ` (petición ${error.requestId})`
    if (error.problem === null) return `Lo que respondió no es una Foja (HTTP ${error.status}): revisa la dirección.`
    return `${error.message}${fields}${error.status >= 500 ? request : ''}`
  }
  // What `fetch` throws without an answer (WHATWG Fetch).
  if (error instanceof TypeError && error.message === 'fetch failed')
    return 'No hay respuesta de Foja: revisa la dirección y la conexión.'
  throw error
}

/** Runs a command; returns the code that the process ends with: 3 where it failed. */
export async function run(
  terminal: Terminal,
  environment: Environment,
  args: string[],
  fail: (line: string) => void,
): Promise<number> {
  try {
    return await runCommand(terminal, environment, args)
  } catch (error) {
    fail(`foja: ${sentenceOf(error)}`)
    return 3
  }
}
