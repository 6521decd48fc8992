import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { adviceOn } from './config-advice.ts'
import { environment, exampleEnvironment } from './config-environment.ts'
import { isBehindProxy, isPrivate, readConfig } from './config.ts'
import { isLoopback } from './lib/is-loopback.ts'
import { basePath } from './public-origin.ts'

describe('readConfig', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: undefined, admin: undefined })
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
  })

  it('reports all bad entries together without their values', () => {
    const read = () =>
      readConfig({ PORT: '70000', LOG_LEVEL: 'loud', FOJA_ADMIN_PASSWORD: 'corta', PUBLIC_URL: 'ftp://x' })
    expect(read).toThrow(/PORT.*PUBLIC_URL.*FOJA_ADMIN_PASSWORD.*LOG_LEVEL/)
    expect(read).not.toThrow(/corta/)
  })

  it('requires both or none of the administrator settings', () => {
    expect(() => readConfig({ FOJA_ADMIN_EMAIL: 'a@b.ec' })).toThrow(/van juntas/)
    const admin = { FOJA_ADMIN_EMAIL: 'A@B.ec', FOJA_ADMIN_PASSWORD: 'seis gatos leen' }
    expect(readConfig(admin).admin).toEqual({ email: 'a@b.ec', password: 'seis gatos leen' })
  })

  it('has every setting that the files of deploy/ name', () => {
    // FOJA_DOMAIN and FOJA_SERVERS are those of Caddy.
    const known = [...Object.keys(environment), 'FOJA_DOMAIN', 'FOJA_SERVERS']
    const setting = /\b(?:DATABASE|FOJA|LOG|MAIL|METRICS|PUBLIC|S3|SMTP|TIME|TRUSTED)_[A-Z_]+\b/g
    for (const file of ['Dockerfile', 'compose.yaml', 'Caddyfile', 'nginx/foja.conf', 'systemd/foja.service']) {
      const names = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8').match(setting) ?? []
      expect(names.length, file).toBeGreaterThan(0)
      for (const name of names) expect(known, file).toContain(name)
    }
  })

  it('accepts the role of one of several processes only with PostgreSQL and a public address', () => {
    expect(readConfig({})).toMatchObject({ role: 'all', drainSeconds: 0 })
    const DATABASE_URL = 'postgres://foja:clave@127.0.0.1/foja'
    const PUBLIC_URL = 'https://foja.oficina.ec'
    for (const role of ['http', 'worker']) {
      expect(readConfig({ FOJA_ROLE: role, DATABASE_URL, PUBLIC_URL }).role).toBe(role)
      expect(() => readConfig({ FOJA_ROLE: role, PUBLIC_URL })).toThrow(/necesita un PostgreSQL.*DATABASE_URL/)
      expect(() => readConfig({ FOJA_ROLE: role, DATABASE_URL })).toThrow(/PUBLIC_URL=https/)
    }
    expect(() => readConfig({ FOJA_ROLE: 'web' })).toThrow('FOJA_ROLE debe ser all, http o worker')
  })

  it('accepts a list of private servers and refuses anything else', () => {
    expect(readConfig({}).privateHosts).toEqual([])
    const list = 'tsa.oficina.local, 10.0.0.7:8080 ,, [fd00::1]:80'
    expect(readConfig({ FOJA_PRIVATE_HOSTS: list }).privateHosts).toEqual([
      'tsa.oficina.local',
      '10.0.0.7:8080',
      '[fd00::1]:80',
    ])
    for (const wrong of ['http://tsa.local', 'a b', '10.0.0.0/8', 'tsa.local:http', '*']) {
      expect(() => readConfig({ FOJA_PRIVATE_HOSTS: wrong })).toThrow(/FOJA_PRIVATE_HOSTS/)
    }
  })

  it('reads mail server and sender', () => {
    expect(readConfig({}).mail).toBeUndefined()
    const SMTP_URL = 'smtp://foja%40oficina.ec:cl%40ve@correo.oficina.ec'
    expect(readConfig({ SMTP_URL }).mail).toEqual({
      server: {
        host: 'correo.oficina.ec',
        port: 587,
        secure: false,
        auth: { user: 'foja@oficina.ec', pass: 'cl@ve' },
        starttls: 'auto',
      },
      from: { name: '', address: 'foja@oficina.ec' },
    })
    const MAIL_FROM = 'Centro de Mediación <avisos@oficina.ec>'
    const { mail } = readConfig({ SMTP_URL: 'smtps://correo.oficina.ec', MAIL_FROM })
    expect(mail).toMatchObject({ server: { port: 465, secure: true, auth: null } })
    expect(mail?.from).toEqual({ name: 'Centro de Mediación', address: 'avisos@oficina.ec' })
  })

  it('reports errors of the mail server without its password', () => {
    const wrong = (more: Record<string, string>) => () => readConfig(more)
    expect(wrong({ SMTP_URL: 'smtp://correo.oficina.ec' })).toThrow(/MAIL_FROM/)
    expect(wrong({ SMTP_URL: 'http://u:secreta@correo.oficina.ec' })).toThrow(/^(?!.*secreta).*SMTP_URL/)
    expect(wrong({ SMTP_URL: 'smtp://correo.oficina.ec', MAIL_FROM: 'nadie' })).toThrow(/MAIL_FROM/)
    expect(wrong({ TIME_ZONE: 'Marte/Olimpo' })).toThrow(/TIME_ZONE/)
  })

  it('accepts trusted proxies, but not all networks', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    const TRUSTED_PROXIES = '172.18.0.2, 10.0.0.0/24 ,, fd00::2, fd00:1::/64'
    expect(readConfig({ TRUSTED_PROXIES, PUBLIC_URL: 'https://foja.oficina.ec' }).trustedProxies).toEqual([
      '172.18.0.2',
      '10.0.0.0/24',
      'fd00::2',
      'fd00:1::/64',
    ])
    for (const wrong of ['proxy.oficina.ec', '10.0.0.0/33', '10.0.0', '0.0.0.0/0', '::/0', '*', '1']) {
      expect(() => readConfig({ TRUSTED_PROXIES: wrong }), wrong).toThrow(/TRUSTED_PROXIES debe ser/)
    }
  })

  it('accepts the address of clamd by TCP or socket', () => {
    const of = (FOJA_CLAMD: string) => readConfig({ FOJA_CLAMD }).clamd
    expect(readConfig({}).clamd).toBeUndefined()
    expect(of('tcp://127.0.0.1:3310')).toEqual({ host: '127.0.0.1', port: 3310 })
    expect(of('tcp://[fd00::2]:3310')).toEqual({ host: 'fd00::2', port: 3310 })
    expect(of('unix:/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
    for (const wrong of ['127.0.0.1:3310', 'tcp://clamav', 'tcp://clamav:0', 'tcp://clamav:70000', 'unix:clamd.ctl']) {
      expect(() => of(wrong), wrong).toThrow(/FOJA_CLAMD debe ser/)
    }
  })

  it('requires the public address unless only this computer reaches the server', () => {
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'servidor']) {
      expect(() => readConfig({ HOST }), HOST).toThrow(/PUBLIC_URL falta: con ese HOST.*PUBLIC_URL=https:/)
      expect(readConfig({ HOST, PUBLIC_URL: 'http://foja.oficina.ec' }).publicUrl).toBe('http://foja.oficina.ec')
    }
    expect(() => readConfig({ TRUSTED_PROXIES: '172.18.0.2' })).toThrow(/PUBLIC_URL falta: con TRUSTED_PROXIES/)
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(readConfig({ HOST }).publicUrl).toBeUndefined()
  })

  it('takes the security contact with its end, both or neither', () => {
    const of = (fields: Record<string, string>) => readConfig(fields).securityContact
    const contact = { SECURITY_CONTACT: 'mailto:seguridad@oficina.ec, https://oficina.ec/seguridad' }
    expect(of({})).toBeUndefined()
    expect(of({ ...contact, SECURITY_EXPIRES: '2027-06-30', SECURITY_LANGUAGES: 'es' })).toEqual({
      contacts: ['mailto:seguridad@oficina.ec', 'https://oficina.ec/seguridad'],
      expires: new Date('2027-06-30T23:59:59Z'),
      languages: ['es'],
    })
    expect(() => of(contact)).toThrow(/van juntas/)
    expect(() => of({ SECURITY_EXPIRES: '2027-06-30' })).toThrow(/van juntas/)
    for (const SECURITY_CONTACT of ['seguridad@oficina.ec', 'http://oficina.ec', 'mailto:a@b.ec\nExpires: x']) {
      expect(() => of({ SECURITY_CONTACT, SECURITY_EXPIRES: '2027-06-30' })).toThrow(/SECURITY_CONTACT debe ser/)
    }
    expect(() => of({ ...contact, SECURITY_EXPIRES: 'mañana' })).toThrow(/SECURITY_EXPIRES debe ser/)
  })

  it.each([
    ['https://foja.example/', 'https://foja.example', ''],
    ['http://FOJA.example:8080', 'http://foja.example:8080', ''],
    ['https://example.com/foja', 'https://example.com/foja', '/foja'],
    ['https://example.com/Oficina-1/foja/', 'https://example.com/Oficina-1/foja', '/Oficina-1/foja'],
  ])('takes the public address %s, without its last slash', (PUBLIC_URL, publicUrl, path) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(publicUrl)
    expect(basePath({ publicUrl })).toBe(path)
  })

  it.each([
    'foja.example.com',
    'ftp://foja.example.com',
    'https://example.com/?a=b',
    'https://example.com/foja?',
    'https://example.com/foja#',
    'https://ana@example.com',
    'https://example.com//foja',
    'https://example.com/foja//',
    'https://example.com/mediaci%C3%B3n',
    'https://example.com/"><script>',
  ])('refuses the public address %s in one sentence', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(
      'Configuración: PUBLIC_URL debe ser una dirección como https://foja.example.com o https://example.com/foja, sin nada más: ni «?» ni «#».',
    )
  })
})

describe('adviceOn', () => {
  const mail = { SMTP_URL: 'smtp://foja%40oficina.ec:clave@correo.oficina.ec' }

  it('recommends a time zone if mail is configured', () => {
    expect(adviceOn(readConfig({ ...mail }))).toEqual([expect.stringMatching(/^TIME_ZONE no está puesta: /)])
    expect(adviceOn(readConfig({ ...mail, TIME_ZONE: 'America/Guayaquil' }))).toEqual([])
    expect(adviceOn(readConfig({}))).toEqual([])
  })

  it('warns of access without https', () => {
    const open = [expect.stringMatching(/^Se llega a Foja sin https: .*PUBLIC_URL=https:/)]
    expect(adviceOn(readConfig({ PUBLIC_URL: 'http://foja.oficina.ec' }))).toEqual(open)
    expect(adviceOn(readConfig({ PUBLIC_URL: 'https://foja.oficina.ec' }))).toEqual([])
    expect(adviceOn(readConfig({ PUBLIC_URL: 'http://localhost:3000' }))).toEqual([])
  })

  it('warns of a remote proxy that is not trusted, which makes all clients one address', () => {
    const settings = { HOST: '0.0.0.0', PUBLIC_URL: 'https://foja.oficina.ec' }
    expect(adviceOn(readConfig(settings))).toEqual([expect.stringMatching(/^TRUSTED_PROXIES no está puesta: /)])
    expect(adviceOn(readConfig({ ...settings, TRUSTED_PROXIES: '172.18.0.2' }))).toEqual([])
    expect(adviceOn(readConfig({ ...settings, HOST: '127.0.0.1' }))).toEqual([])
  })

  it('warns of a key file in the folder of the encrypted files', () => {
    const inside = [expect.stringMatching(/^El archivo de claves \/var\/foja\/.* FOJA_KEY_FILE=/s)]
    const of = (file?: string, encrypt = 'on') =>
      adviceOn(
        readConfig({
          FOJA_DATA_DIR: '/var/foja',
          FOJA_ENCRYPT_FILES: encrypt,
          ...(file === undefined ? {} : { FOJA_KEY_FILE: file }),
        }),
      )
    expect(of()).toEqual(inside)
    expect(of('/var/foja/..keys/server.json')).toEqual(inside)
    expect(of('/var/foja-keys/server.json')).toEqual([])
    expect(of('/var/server.json')).toEqual([])
    expect(of(undefined, 'off')).toEqual([])
  })

  it('warns of a remote database without certificate verification, without its password', () => {
    const of = (rest: string) => adviceOn(readConfig({ DATABASE_URL: `postgres://foja:clave-secreta@${rest}` }))
    for (const open of ['datos.oficina.ec/foja', 'datos.oficina.ec/foja?sslmode=no-verify', '10.0.0.7:5432/foja']) {
      expect(of(open), open).toEqual([expect.stringMatching(/^DATABASE_URL está en otro equipo.*sslmode=verify-full/)])
      expect(of(open).join(' ')).not.toContain('clave-secreta')
    }
    for (const closed of [
      'localhost/foja',
      '127.0.0.1:5432/foja',
      '[::1]/foja',
      'datos.oficina.ec/foja?sslmode=verify-full',
    ]) {
      expect(of(closed), closed).toEqual([])
    }
  })
})

describe('OpenID Connect settings', () => {
  const all = { OIDC_ISSUER: 'https://acceso.oficina.ec/foja', OIDC_CLIENT_ID: 'foja', OIDC_CLIENT_SECRET: 'secreto' }

  it('are complete or absent; the name defaults to the host', () => {
    expect(readConfig({}).oidc).toBeUndefined()
    expect(readConfig(all).oidc).toEqual({
      issuer: all.OIDC_ISSUER,
      clientId: 'foja',
      clientSecret: 'secreto',
      name: 'acceso.oficina.ec',
      emailDomains: [],
      groupsClaim: 'groups',
    })
    expect(readConfig({ ...all, OIDC_EMAIL_DOMAINS: 'Oficina.ec, notaria.oficina.ec,' }).oidc?.emailDomains).toEqual([
      'oficina.ec',
      'notaria.oficina.ec',
    ])
    expect(() => readConfig({ ...all, OIDC_EMAIL_DOMAINS: 'ana@oficina.ec' })).toThrow(/OIDC_EMAIL_DOMAINS debe ser/)
    const entra = (directory: string) => ({
      ...all,
      OIDC_ISSUER: `https://login.microsoftonline.com/${directory}/v2.0`,
      OIDC_EMAIL_DOMAINS: 'oficina.ec',
    })
    expect(readConfig(entra('7d1f0c1e-0000-4000-8000-000000000000')).oidc?.emailDomains).toEqual(['oficina.ec'])
    for (const shared of ['common', 'organizations', 'Consumers']) {
      expect(() => readConfig(entra(shared)), shared).toThrow(/emisor que cualquier directorio comparte/)
    }
    expect(readConfig({ ...all, OIDC_NAME: 'Microsoft' }).oidc?.name).toBe('Microsoft')
    expect(readConfig({ ...all, OIDC_GROUPS_CLAIM: 'roles' }).oidc?.groupsClaim).toBe('roles')
    expect(() => readConfig({ OIDC_GROUPS_CLAIM: 'roles' })).toThrow(/van juntas/)
    for (const name of Object.keys(all)) {
      expect(() => readConfig({ ...all, [name]: '' }), name).toThrow(/OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas/)
    }
    expect(() => readConfig({ OIDC_NAME: 'Microsoft' })).toThrow(/van juntas/)
  })

  it('allow http on this computer only', () => {
    expect(readConfig({ ...all, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc?.issuer).toBe('http://127.0.0.1:4000')
    for (const wrong of ['http://acceso.oficina.ec', 'acceso.oficina.ec']) {
      expect(() => readConfig({ ...all, OIDC_ISSUER: wrong })).toThrow(/OIDC_ISSUER debe ser/)
    }
  })
})

describe('.env.example', () => {
  it('matches the schema', () => {
    const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    expect(file).toBe(exampleEnvironment())
    for (const name of Object.keys(environment)) expect(file).toContain(`# ${name}=`)
  })
})

describe('isLoopback', () => {
  it('recognizes addresses that only this computer reaches', () => {
    expect(['127.0.0.1', '127.8.0.1', '::1', 'localhost'].every(isLoopback)).toBe(true)
    expect(['0.0.0.0', '::', '10.0.0.1', 'foja.example', '127.evil.example'].some(isLoopback)).toBe(false)
  })
})

describe('isPrivate', () => {
  const host = '127.0.0.1'

  it('is true only if neither the network nor a proxy reaches the server', () => {
    expect(isPrivate({ host, publicUrl: undefined })).toBe(true)
    for (const name of ['localhost:8080', '127.0.0.1:3000', '[::1]:3000']) {
      expect(isPrivate({ host, publicUrl: `http://${name}` })).toBe(true)
    }
    expect(isPrivate({ host, publicUrl: 'https://foja.example' })).toBe(false)
    expect(isPrivate({ host: '0.0.0.0', publicUrl: undefined })).toBe(false)
    expect(isPrivate({ host, publicUrl: undefined, trustedProxies: ['172.18.0.2'] })).toBe(false)
  })

  it('recognizes that a proxy is expected in front', () => {
    expect(isBehindProxy({ publicUrl: 'https://foja.example' })).toBe(true)
    expect(isBehindProxy({ publicUrl: 'http://localhost:3000' })).toBe(false)
    expect(isBehindProxy({ publicUrl: undefined })).toBe(false)
  })
})
