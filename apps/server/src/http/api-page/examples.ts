import { buildPath, needsSession, type Endpoint, type Schema } from '@foja/contracts/endpoint'
import { keyScopeOf } from '@foja/contracts/key-scopes'
import { sampleOf, sampleOfBody } from './samples.ts'

type Values = Record<string, string | number>

/** What the curl examples need. */
export const startOfCurl = `export FOJA_ORIGEN=https://foja.example   # la dirección de tu Foja
export FOJA_LLAVE=foja_…                  # una clave de API
# Lo que ninguna clave hace, lo hace una persona: «accessToken» de /api/auth/session donde ingresó; dura diez minutos.
export FOJA_SESION=…
export FOJA_DESTINATARIO=…                # el token del enlace de un destinatario`

/** What the examples of the client need. */
export const startOfClient = `import { createClient } from '@foja/client'
import { readFile, writeFile } from 'node:fs/promises'

const origin = 'https://foja.example'
const foja = createClient({ origin, key: 'foja_…' })
// Lo que ninguna clave hace, lo hace una persona: «accessToken» de /api/auth/session donde ingresó; dura diez minutos.
const persona = createClient({ origin, key: '…' })
const destinatario = '…' // el token del enlace de un destinatario`

/** How the client and `foja` are installed; a test compares it with docs/programas.md. */
export const installation = `# en la carpeta de Foja
npm install
npm run pack:pades
npm run pack:client
# el cliente, en la carpeta de un programa
npm install --install-links /ruta/a/foja/packages/client/dist/client
# la orden «foja», para todo el equipo; en la carpeta de Foja
npm install --global --install-links packages/pades/dist packages/client/dist/client packages/client/dist/cli
foja ayuda`

/** The file that a call takes in its example, and its type. */
const files: Readonly<Record<string, readonly [string, string]>> = {
  uploadSigner: ['firma.p12', 'application/x-pkcs12'],
  uploadOfficeSeal: ['sello.p12', 'application/x-pkcs12'],
  uploadTrustAnchor: ['raiz.cer', 'application/pkix-cert'],
  uploadCompanyLogo: ['logo.png', 'image/png'],
  importTemplate: ['plantilla.json', 'application/json'],
}
const fileOf = ({ name }: Endpoint) => files[name] ?? (['contrato.pdf', 'application/pdf'] as const)

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'image/png': 'png',
  'image/*': 'png',
  'text/csv; charset=utf-8': 'csv',
  'text/calendar; charset=utf-8': 'ics',
}

/** Where the file of a reply is saved; null: the reply is JSON, or a stream of events. */
function savedAs({ replies }: Endpoint): string | null {
  const binary = Object.values(replies).find((reply) => 'binary' in reply)
  if (binary === undefined || !('binary' in binary) || binary.data !== undefined) return null
  return `descarga.${extensions[binary.binary] ?? 'pdf'}`
}

const sampled = (schema: Schema | undefined) => (schema === undefined ? {} : (sampleOf(schema) as Values))

const headersOf = ({ policy }: Endpoint): string[] =>
  policy === 'recipient' ? ['X-Recipient: $FOJA_DESTINATARIO'] : []

/** A call of a person only: no key may make it. */
const isOfPersons = (endpoint: Endpoint) => needsSession(endpoint) && keyScopeOf(endpoint) === null

function bearerOf(endpoint: Endpoint): string[] {
  if (!needsSession(endpoint)) return []
  return [`Authorization: Bearer ${isOfPersons(endpoint) ? '$FOJA_SESION' : '$FOJA_LLAVE'}`]
}

const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A call by curl, in a POSIX shell. */
export function curlExample(endpoint: Endpoint): string {
  const { method, path, params, query, body, multipart } = endpoint
  const asked = new URLSearchParams(
    Object.entries(sampled(query)).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const search = asked.size === 0 ? '' : `?${asked.toString()}`
  const lines = [`curl "$FOJA_ORIGEN${buildPath(path, sampled(params))}${search}"`]
  const sends = body !== undefined || multipart !== undefined
  if (method !== (sends ? 'POST' : 'GET')) lines.push(`--request ${method}`)
  for (const header of [...bearerOf(endpoint), ...headersOf(endpoint)]) lines.push(`--header "${header}"`)
  if (body !== undefined) {
    lines.push(`--header "Content-Type: application/json"`)
    lines.push(`--data ${inQuotes(JSON.stringify(sampleOfBody(body)))}`)
  }
  if (multipart?.data !== undefined)
    lines.push(`--form-string ${inQuotes(`data=${JSON.stringify(sampleOf(multipart.data))}`)}`)
  const [file, type] = fileOf(endpoint)
  if (multipart !== undefined) lines.push(`--form "files=@${file};type=${type}"`)
  const saved = savedAs(endpoint)
  // Without --fail, the file would be the problem when the call is refused.
  if (saved !== null) lines.push(`--fail --output ${saved}`)
  return lines.join(' \\\n  ')
}

/** A value as a literal of TypeScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => {
    return `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${literal(member)}`
  })
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** What the example of the client gives, member by member. */
function optionsOf(endpoint: Endpoint): string[] {
  const { params, query, body, multipart, policy } = endpoint
  const options: string[] = []
  const add = (name: string, value: unknown) => {
    if (literal(value) !== '{}') options.push(`${name}: ${literal(value)}`)
  }
  add('params', sampled(params))
  add('query', sampled(query))
  if (policy === 'recipient') options.push(`headers: { 'x-recipient': destinatario }`)
  if (body !== undefined) options.push(`body: ${literal(sampleOfBody(body))}`)
  if (multipart?.data !== undefined) add('data', sampleOf(multipart.data))
  const [file, type] = fileOf(endpoint)
  if (multipart !== undefined)
    options.push(`files: [{ name: '${file}', content: await readFile('${file}'), type: '${type}' }]`)
  return options
}

/** A call by the client. */
export function clientExample(endpoint: Endpoint): string {
  const { method, path, multipart } = endpoint
  const options = optionsOf(endpoint)
  const given = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`
  const client = isOfPersons(endpoint) ? 'persona' : 'foja'
  const call = multipart === undefined ? `${client}.call('${method}', '${path}'` : `${client}.upload('${path}'`
  const made = (name: string) => `const ${name} = await ${call}${given})`
  const saved = savedAs(endpoint)
  if (saved === null) return made('reply')
  const isEither = Object.values(endpoint.replies).some((reply) => 'binary' in reply && reply.json !== undefined)
  if (isEither) return `${made('reply')}\nif ('bytes' in reply) await writeFile('${saved}', await reply.bytes())`
  return `${made('file')}\nawait writeFile('${saved}', await file.bytes())`
}
