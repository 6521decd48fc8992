import { newPassword } from '@foja/contracts/setup'
import { email } from '@foja/contracts/common'
import { parseAddress, parseSender } from '@foja/mail/address'
import { parseSmtpUrl } from '@foja/mail/smtp-url'
import * as z from 'zod/mini'
import { bucket, s3Environment } from './config-s3.ts'
import { parseClamdAddress } from './lib/antivirus.ts'
import { isLoopback } from './lib/is-loopback.ts'

const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))
/** Without a trailing slash; the path of traces is added to it. */
const collector = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((value: string) => value.replace(/\/+$/, '')),
)

const host = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/
/** A comma-separated list of values of schema `one`. */
const listOf = (one: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.split(',').flatMap((part) => part.trim() || [])),
      z.array(one),
    ),
  )

const privateHosts = listOf(z.string().check(z.regex(host)))

/** A network of all addresses would trust what any visitor claims. */
const isSome = (network: string) => !network.endsWith('/0')
const proxy = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).check(z.refine(isSome))
const proxies = listOf(proxy)

/** Parses a text with `read`; null means invalid. */
const readBy = <T>(read: (text: string) => T | null) =>
  z.pipe(
    z.string().check(z.refine((text: string) => read(text) !== null)),
    z.transform((text: string) => read(text)!),
  )

/** The path, if there is one, is of names that no part of a request has to encode. */
function parsePublicUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin, pathname } = new URL(text)
  const path = pathname.replace(/\/$/, '')
  const isPlain = /^https?:$/.test(protocol) && !/[?#@]/.test(text)
  return isPlain && /^(?:\/[\w.~-]+)*$/.test(path) ? `${origin}${path}` : null
}

/** X25519 recipient of age (bech32), or a later kind. */
const recipient = z.string().check(z.regex(/^age1[a-z0-9]{50,}$/))

const domain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/
const domains = listOf(z.string().check(z.toLowerCase(), z.regex(domain)))

const isZone = (text: string) => {
  try {
    return new Intl.DateTimeFormat('es', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const isSafeIssuer = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
/** Codes and tokens are sent there, so http is allowed on this computer only. */
const issuer = z.url({ protocol: /^https?$/ }).check(z.refine(isSafeIssuer))

/** A web address must be https (RFC 9116, section 2.5.3). */
const contacts = listOf(z.string().check(z.regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/)))
const languages = listOf(z.string().check(z.regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z\d]{2,8})*$/)))
/** The end of a day, in UTC. */
const day = z.pipe(
  z.iso.date(),
  z.transform((value: string) => new Date(`${value}T23:59:59Z`)),
)

/** One environment variable: its schema with default, and its line in `.env.example`. */
type Entry = { schema: z.ZodMiniType; example: string; about: string; expected: string }

/** All settings of the server, optional unless their text says when they are required. `.env.example` is generated from this table. */
export const environment = {
  PORT: {
    schema: z._default(port, 3000),
    example: '3000',
    about: 'Port of the web, the API and everything else.',
    expected: 'un número de puerto entre 0 y 65535',
  },
  HOST: {
    schema: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
    example: '127.0.0.1',
    about:
      'Address to listen on. Beyond this computer (0.0.0.0, or a PUBLIC_URL), the first set-up asks for a printed code.',
    expected: 'una dirección como 127.0.0.1 o 0.0.0.0',
  },
  PUBLIC_URL: {
    schema: z.optional(readBy(parsePublicUrl)),
    example: '',
    about:
      'Address that people type: https://foja.example.com. Required if HOST is not this computer only or TRUSTED_PROXIES ' +
      'is set, because links, redirects and QR codes begin with it. X-Forwarded-For is then trusted from a proxy on ' +
      'this computer. With a path (https://example.com/foja) Foja serves below it only: see docs/administracion/proxy.md.',
    expected: 'una dirección como https://foja.example.com o https://example.com/foja, sin nada más: ni «?» ni «#»',
  },
  FOJA_ROLE: {
    schema: z._default(z.enum(['all', 'http', 'worker']), 'all'),
    example: 'all',
    about:
      'What this process does: http serves people and runs no background jobs, worker runs those (mail, batches, clean-up, ' +
      'backups) and serves /health and /metrics only. Both need DATABASE_URL and PUBLIC_URL, the same key file and files.',
    expected: 'all, http o worker',
  },
  FOJA_DRAIN_SECONDS: {
    schema: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300)), 0),
    example: '0',
    about:
      'Seconds between the signal to stop and the end of listening. /health/ready answers 503 meanwhile, and all else is ' +
      'served, so that a proxy finds another server: 10 behind a proxy. A second signal ends at once.',
    expected: 'un número de segundos entre 0 y 300',
  },
  TRUSTED_PROXIES: {
    schema: z.optional(proxies),
    example: '',
    about:
      'Addresses or networks of proxies that are not on this computer, such as one in a container, comma separated: ' +
      '172.18.0.2, 10.0.0.0/24. X-Forwarded-For is trusted from every address there, so name the proxies only.',
    expected: 'direcciones o redes separadas por comas, como 172.18.0.2, 10.0.0.0/24',
  },
  FOJA_DATA_DIR: {
    schema: z._default(z.string().check(z.minLength(1)), './data'),
    example: './data',
    about: 'Folder of the embedded database and the files.',
    expected: 'una carpeta',
  },
  FOJA_KEY_FILE: {
    schema: z.optional(z.string().check(z.minLength(1))),
    example: '',
    about:
      'Keys of the server, created on the first start. Keep a copy apart from the backups. ./data/keys/server.json',
    expected: 'la ruta de un archivo',
  },
  FOJA_ENCRYPT_FILES: {
    schema: z._default(z.enum(['on', 'off']), 'off'),
    example: 'off',
    about:
      'on: new files are stored encrypted, and open only with the keys of the server and the database together. ' +
      'npm run encrypt-files encrypts the earlier ones. The database itself is not encrypted.',
    expected: 'on u off',
  },
  ...s3Environment,
  FOJA_CLAMD: {
    schema: z.optional(readBy(parseClamdAddress)),
    example: '',
    about:
      'ClamAV’s daemon, which scans every uploaded document, logo and template before it is kept: tcp://127.0.0.1:3310 ' +
      'or unix:/run/clamav/clamd.ctl. While it does not answer, uploads are refused. Its StreamMaxLength must allow ' +
      'files of 100 MB (100M).',
    expected: 'una dirección como tcp://127.0.0.1:3310 o unix:/run/clamav/clamd.ctl',
  },
  FOJA_BACKUP_PASSPHRASE: {
    schema: z.optional(z.string().check(z.minLength(12))),
    example: '',
    about:
      'Passphrase that npm run backup encrypts with (age format), and that restore and verify-backup open it with. At ' +
      'least 12 characters; five random words are better. Keep it apart from the backups.',
    expected: 'una frase de 12 caracteres o más',
  },
  FOJA_BACKUP_RECIPIENT: {
    schema: z.optional(recipient),
    example: '',
    about:
      'Public key to which backups are encrypted instead (age1…, from age-keygen): this computer then cannot read them. ' +
      'The private key opens them: npm run restore -- FILE --identity KEY_FILE.',
    expected: 'una clave pública de age, como age1…',
  },
  FOJA_BACKUP_DIR: {
    schema: z.optional(z.string().check(z.minLength(1))),
    example: '',
    about:
      'Existing folder for a backup a day, best on another disk. Needs FOJA_BACKUP_RECIPIENT or FOJA_BACKUP_PASSPHRASE. ' +
      '«Estado» and npm run doctor tell the age of the last one.',
    expected: 'una carpeta',
  },
  FOJA_BACKUP_BUCKET: {
    schema: z.optional(bucket),
    example: '',
    about:
      'In its place, an existing bucket of the S3 service of S3_ENDPOINT and its keys, for backups alone; with or without ' +
      'S3_BUCKET, and never the same. npm run restore and verify-backup read it: s3:NAME.',
    expected: 'el nombre de un bucket, como foja-copias',
  },
  FOJA_BACKUP_KEEP: {
    schema: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 7),
    example: '7',
    about: 'For how many days with a backup the last one is kept.',
    expected: 'un número de copias entre 1 y 1000',
  },
  FOJA_BACKUP_TIME: {
    schema: z._default(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)), '03:00'),
    example: '03:00',
    about: 'Time of day from which the backup of the day is made, in TIME_ZONE.',
    expected: 'una hora como 03:00',
  },
  FOJA_ADMIN_EMAIL: {
    schema: z.optional(email),
    example: '',
    about: 'With FOJA_ADMIN_PASSWORD: creates the first administrator at the first start.',
    expected: 'un correo',
  },
  FOJA_ADMIN_PASSWORD: {
    schema: z.optional(newPassword),
    example: '',
    about: 'At least 12 characters. Only read while there is no user.',
    expected: 'una contraseña de 12 a 256 caracteres',
  },
  DATABASE_URL: {
    schema: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
    example: '',
    about:
      'A PostgreSQL 15 or newer instead of the embedded database: postgres://user:password@host:5432/foja; on another ' +
      'computer with ?sslmode=verify-full, and &sslrootcert=/path/ca.pem for an authority of one’s own',
    expected: 'una dirección como postgres://usuario:clave@servidor:5432/foja',
  },
  FOJA_PRIVATE_HOSTS: {
    schema: z.optional(privateHosts),
    example: '',
    about:
      'Servers on private addresses that may be contacted for timestamps, revocation, issuers and webhooks, comma separated, each ' +
      'best with its port, as strangers’ certificates may name them too: tsa.office.local:443, 10.0.0.7:8080',
    expected: 'nombres de servidor separados por comas, como tsa.oficina.local:443, 10.0.0.7:8080',
  },
  SMTP_URL: {
    schema: z.optional(readBy(parseSmtpUrl)),
    example: '',
    about:
      'Mail server that takes the messages: smtp://user:password@mail.example.com:587 (STARTTLS, always before a ' +
      'password; ?starttls=always or never) or smtps://user:password@mail.example.com:465. Percent-encode @ : / within ' +
      'user and password. Without it messages are kept in the outbox.',
    expected: 'una dirección como smtp://usuario:clave@correo.example.com:587 o smtps://…:465',
  },
  MAIL_FROM: {
    schema: z.optional(readBy(parseSender)),
    example: '',
    about:
      'Sender of every message: Centro de Mediación <foja@example.com>. Without it, the user of SMTP_URL where that is ' +
      'an address.',
    expected: 'un remitente como Centro de Mediación <foja@example.com>',
  },
  HISTORY_MAIL_TO: {
    schema: z.optional(readBy(parseAddress)),
    example: '',
    about:
      'Address that gets the root of the history once a day. Kept outside of the server, it proves that nothing up to ' +
      'then was changed: compare it with npm run audit -- verify-export FILE --root NUMBER:HASH.',
    expected: 'un correo',
  },
  TIME_ZONE: {
    schema: z.optional(z.string().check(z.refine(isZone))),
    example: '',
    about:
      'Time zone of the times in messages: America/Guayaquil. Without it, appointments are in the zone of the user ' +
      'who set them, and the rest in that of this computer. Calendars get the instant and show it in their own.',
    expected: 'una zona horaria como America/Guayaquil',
  },
  OIDC_ISSUER: {
    schema: z.optional(issuer),
    example: '',
    about:
      'Sign-in with the accounts of the office (OpenID Connect: Google Workspace, Microsoft Entra, Keycloak…): the ' +
      'issuer, as its documentation names it. For people with an account in Foja, and for those of the domains of a ' +
      'company («Cuentas de la oficina»). The next two go with it; the redirect address to register there is ' +
      'PUBLIC_URL/api/auth/callback/oidc.',
    expected: 'una dirección https como https://accounts.google.com',
  },
  OIDC_CLIENT_ID: {
    schema: z.optional(z.string()),
    example: '',
    about: 'Id that the provider gave this installation.',
    expected: 'un texto',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.optional(z.string()),
    example: '',
    about: 'Secret that goes with it.',
    expected: 'un texto',
  },
  OIDC_NAME: {
    schema: z.optional(z.string().check(z.maxLength(60))),
    example: '',
    about: 'What the button of the sign-in page calls the provider: Google. Without it, its host.',
    expected: 'un nombre de 60 caracteres como mucho',
  },
  OIDC_EMAIL_DOMAINS: {
    schema: z.optional(domains),
    example: '',
    about:
      'Domains of the office, comma separated, whose addresses are trusted from a provider that does not send ' +
      'email_verified (Microsoft Entra): oficina.ec. Only domains in which the office alone assigns addresses.',
    expected: 'dominios separados por comas, como oficina.ec, notaria.oficina.ec',
  },
  OIDC_GROUPS_CLAIM: {
    schema: z.optional(z.string().check(z.maxLength(200))),
    example: '',
    about:
      'Claim of the ID token with the groups of a person, which decide the role of people whom Foja creates at their first ' +
      'sign-in («Cuentas de la oficina»). Without it: groups.',
    expected: 'un nombre de 200 caracteres como mucho, como groups o https://oficina.ec/grupos',
  },
  SECURITY_CONTACT: {
    schema: z.optional(contacts),
    example: '',
    about:
      'Where to report a vulnerability, comma separated: mailto:seguridad@oficina.ec, https://oficina.ec/seguridad. ' +
      'Published with the next two at /.well-known/security.txt (RFC 9116); without it there is no such page.',
    expected: 'direcciones mailto:, https: o tel: separadas por comas',
  },
  SECURITY_EXPIRES: {
    schema: z.optional(day),
    example: '',
    about: 'Day on which that page stops being published, at most a year ahead: 2027-06-30.',
    expected: 'un día como 2027-06-30',
  },
  SECURITY_LANGUAGES: {
    schema: z._default(languages, ['es', 'en']),
    example: 'es, en',
    about: 'Languages in which reports are understood.',
    expected: 'idiomas separados por comas, como es, en',
  },
  LOG_LEVEL: {
    schema: z._default(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'warn'),
    example: 'warn',
    about: 'silent, fatal, error, warn, info, debug or trace.',
    expected: 'silent, fatal, error, warn, info, debug o trace',
  },
  METRICS_TOKEN: {
    schema: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/))),
    example: '',
    about:
      'Secret with which a Prometheus reads /metrics (Authorization: Bearer …), at least 16 characters: openssl rand ' +
      '-hex 32. Without it there is no such page.',
    expected: 'un texto de 16 a 200 caracteres, sin espacios',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z.optional(collector),
    example: '',
    about:
      'Collector that gets a trace of each request, job, signature and drawn page, by OTLP over HTTP: ' +
      'http://127.0.0.1:4318. Its packages are installed apart: see docs/administracion/vigilar.md. OTEL_SERVICE_NAME, ' +
      'OTEL_RESOURCE_ATTRIBUTES and OTEL_EXPORTER_OTLP_HEADERS are read too.',
    expected: 'una dirección como http://127.0.0.1:4318',
  },
} as const satisfies Record<string, Entry>

/** The values of all settings. */
export type Parsed = { [Name in keyof typeof environment]: z.output<(typeof environment)[Name]['schema']> }

/** The text of `.env.example`. */
export function exampleEnvironment(): string {
  const lines = Object.entries(environment).map(([name, { about, example }]) => `# ${about}\n# ${name}=${example}\n`)
  const head = [
    '# Settings of Foja, optional unless their text says when they are required; the values shown are the defaults.',
    '# Only Compose reads a file .env by itself: see docs/administracion/instalar.md.',
  ]
  return `${head.join('\n')}\n\n${lines.join('\n')}`
}
