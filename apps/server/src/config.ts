import { newPassword } from '@foja/contracts/setup'
import { email } from '@foja/contracts/common'
import { parseAddress, parseSender, type MailAddress } from '@foja/mail/address'
import { parseSmtpUrl, type SmtpServer } from '@foja/mail/smtp-url'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { parseClamdAddress, type ClamdAddress } from './lib/antivirus.ts'

const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))
const origin = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((value: string) => new URL(value).origin),
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
    schema: z.optional(origin),
    example: '',
    about:
      'Address that people type: https://foja.example.com. Required if HOST is not this computer only or TRUSTED_PROXIES ' +
      'is set, because links, redirects and QR codes begin with it. X-Forwarded-For is then trusted from a proxy on ' +
      'this computer.',
    expected: 'una dirección como https://foja.example.com',
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
  FOJA_CLAMD: {
    schema: z.optional(readBy(parseClamdAddress)),
    example: '',
    about:
      'ClamAV’s daemon, which scans every uploaded document, logo and template before it is kept: tcp://127.0.0.1:3310 ' +
      'or unix:/run/clamav/clamd.ctl. While it does not answer, uploads are refused. Its StreamMaxLength must allow ' +
      'files of 100 MB (100M).',
    expected: 'una dirección como tcp://127.0.0.1:3310 o unix:/run/clamav/clamd.ctl',
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
      'Servers on private addresses that may be contacted for timestamps, revocation and issuers, comma separated, each ' +
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
      'then was changed: compare it with npm run audit -- verify-export FILE --root HASH.',
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
      'Sign-in with the accounts of the office (OpenID Connect: Google Workspace, Microsoft Entra, Keycloak…), for people ' +
      'who exist in Foja: the issuer, as its documentation names it. The next two go with it; the redirect address to ' +
      'register there is PUBLIC_URL/api/auth/callback/oidc.',
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
} as const satisfies Record<string, Entry>

type Parsed = { [Name in keyof typeof environment]: z.output<(typeof environment)[Name]['schema']> }

/** An OpenID Connect provider and our credentials there. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name on the sign-in page. */
  name: string
  /** Domains (lower case) whose addresses are trusted if the provider does not say whether it verified them. */
  emailDomains: string[]
  /** Time limit for its answers, in milliseconds. Default: 8 seconds. */
  patienceMs?: number
}

/** Whom to tell of a vulnerability (RFC 9116). */
export type SecurityContact = { contacts: string[]; expires: Date; languages: string[] }

/** The settings of a running server; paths are absolute. */
export type Config = {
  port: number
  host: string
  /** Origin without a trailing slash; undefined only if nothing but this computer reaches the server. */
  publicUrl: string | undefined
  /** Addresses and networks (CIDR) of trusted proxies besides those on this computer. */
  trustedProxies: string[]
  dataFolder: string
  keyFile: string
  /** True if new files are stored encrypted. */
  encryptFiles: boolean
  /** Antivirus; undefined: files are not scanned. */
  clamd: ClamdAddress | undefined
  admin: { email: string; password: string } | undefined
  databaseUrl: string | undefined
  /** `name` or `name:port` of servers that may be contacted although their addresses are private. */
  privateHosts: string[]
  /** Mail server and sender; undefined: messages stay in the outbox. */
  mail: { server: SmtpServer; from: MailAddress } | undefined
  /** Address that gets the root of the history once a day; undefined: none. */
  historyMailTo: string | undefined
  /** IANA name; undefined: not set. */
  timeZone: string | undefined
  /** OpenID Connect provider; undefined: none. */
  oidc: OidcSettings | undefined
  /** Content of `/.well-known/security.txt`; undefined: there is none. */
  securityContact: SecurityContact | undefined
  logLevel: Parsed['LOG_LEVEL']
}

/** Reports all wrong settings together. Values are not repeated, as some are secrets. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Configuración: ${problems.join('; ')}.`)
    this.name = 'ConfigError'
  }
}

/** Returns mail server and sender; a string is the error message. */
function mailOf({ SMTP_URL: server, MAIL_FROM: sender }: Parsed): Config['mail'] | string {
  if (server === undefined) return undefined
  const address = parseAddress(server.auth?.user ?? '')
  const from = sender ?? (address === null ? undefined : { name: '', address })
  return from === undefined ? 'MAIL_FROM debe decir de quién salen los correos: pon una dirección' : { server, from }
}

/** Returns the content of security.txt; a string is the error message. */
function securityContactOf(parsed: Parsed): SecurityContact | undefined | string {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_LANGUAGES: languages } = parsed
  if (contacts === undefined && expires === undefined) return undefined
  if (contacts === undefined || contacts.length === 0 || expires === undefined) {
    return 'SECURITY_CONTACT y SECURITY_EXPIRES van juntas: pon las dos o ninguna'
  }
  return { contacts, expires, languages }
}

/** True for Microsoft's multi-tenant issuers, where the admin of any directory can claim any address. */
const isShared = (at: string) => /^\/(?:common|organizations|consumers)(?:\/|$)/i.test(new URL(at).pathname)

/** Returns the provider; a string is the error message. */
function oidcOf(parsed: Parsed): Config['oidc'] | string {
  const { OIDC_ISSUER: at, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = parsed
  const { OIDC_EMAIL_DOMAINS: emailDomains } = parsed
  if ([at, clientId, clientSecret, name, emailDomains].every((value) => value === undefined)) return undefined
  if (at === undefined || clientId === undefined || clientSecret === undefined) {
    return 'OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas: pon las tres o ninguna'
  }
  if (emailDomains !== undefined && isShared(at)) {
    return 'OIDC_EMAIL_DOMAINS no va con un emisor que cualquier directorio comparte: pon en OIDC_ISSUER el de tu directorio'
  }
  return { issuer: at, clientId, clientSecret, name: name ?? new URL(at).host, emailDomains: emailDomains ?? [] }
}

/**
 * Returns why PUBLIC_URL is missing. Without it links would begin with the Host header, which any client can choose, so
 * only a server that other computers do not reach may go without.
 */
function missingPublicUrl({ HOST: at, PUBLIC_URL: publicUrl, TRUSTED_PROXIES: trusted }: Parsed): string | undefined {
  if (publicUrl !== undefined) return undefined
  const example = 'pon la dirección con la que la gente entra, como PUBLIC_URL=https://foja.example.com'
  if (!isLoopback(at)) return `PUBLIC_URL falta: con ese HOST llegan otros equipos a Foja; ${example}`
  return trusted === undefined ? undefined : `PUBLIC_URL falta: con TRUSTED_PROXIES se llega por un proxy; ${example}`
}

/**
 * Reads the settings from `source` (the process's environment); an empty entry counts as absent. Throws a `ConfigError`
 * that names every bad entry.
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, entry] of Object.entries(environment)) {
    const text = source[name]?.trim()
    const parsed = z.safeParse(entry.schema, text === '' ? undefined : text)
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name} debe ser ${entry.expected}`)
  }
  const parsed = values as Parsed
  const { FOJA_ADMIN_EMAIL: adminEmail, FOJA_ADMIN_PASSWORD: adminPassword } = parsed
  if (problems.length === 0 && (adminEmail === undefined) !== (adminPassword === undefined)) {
    problems.push('FOJA_ADMIN_EMAIL y FOJA_ADMIN_PASSWORD van juntas: pon las dos o ninguna')
  }
  const publicUrl = problems.length === 0 ? missingPublicUrl(parsed) : undefined
  if (publicUrl !== undefined) problems.push(publicUrl)
  const mail = mailOf(parsed)
  if (typeof mail === 'string' && !problems.some((problem) => problem.startsWith('MAIL_FROM'))) problems.push(mail)
  const oidc = oidcOf(parsed)
  if (typeof oidc === 'string' && !problems.some((problem) => problem.startsWith('OIDC_'))) problems.push(oidc)
  const securityContact = securityContactOf(parsed)
  if (typeof securityContact === 'string' && !problems.some((problem) => problem.startsWith('SECURITY_'))) {
    problems.push(securityContact)
  }
  if (
    problems.length > 0 ||
    typeof mail === 'string' ||
    typeof oidc === 'string' ||
    typeof securityContact === 'string'
  ) {
    throw new ConfigError(problems)
  }
  const dataFolder = resolve(parsed.FOJA_DATA_DIR)
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    publicUrl: parsed.PUBLIC_URL,
    trustedProxies: parsed.TRUSTED_PROXIES ?? [],
    dataFolder,
    keyFile: resolve(parsed.FOJA_KEY_FILE ?? `${dataFolder}/keys/server.json`),
    encryptFiles: parsed.FOJA_ENCRYPT_FILES === 'on',
    clamd: parsed.FOJA_CLAMD,
    admin:
      adminEmail !== undefined && adminPassword !== undefined
        ? { email: adminEmail, password: adminPassword }
        : undefined,
    databaseUrl: parsed.DATABASE_URL,
    privateHosts: parsed.FOJA_PRIVATE_HOSTS ?? [],
    mail,
    historyMailTo: parsed.HISTORY_MAIL_TO,
    timeZone: parsed.TIME_ZONE,
    oidc,
    securityContact,
    logLevel: parsed.LOG_LEVEL,
  }
}

/** The text of `.env.example`. */
export function exampleEnvironment(): string {
  const lines = Object.entries(environment).map(([name, { about, example }]) => `# ${about}\n# ${name}=${example}\n`)
  return `# Settings of Foja, optional unless their text says when they are required; the values shown are the defaults.\n\n${lines.join('\n')}`
}

/** True if only this computer can reach `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Settings that decide how clients reach the server. */
type Reach = Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'trustedProxies'>>

/** True if a proxy is in front: the public address is not this computer's, or proxies are trusted. */
export function isBehindProxy({ publicUrl, trustedProxies = [] }: Reach): boolean {
  // An IPv6 address has brackets in a URL.
  const isPublic = publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))
  return isPublic || trustedProxies.length > 0
}

/** True if only this computer reaches the server, directly and without a proxy. */
export function isPrivate(config: Reach & Pick<Config, 'host'>): boolean {
  return isLoopback(config.host) && !isBehindProxy(config)
}
