import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { environment, exampleEnvironment, isBehindProxy, isLoopback, isPrivate, readConfig } from './config.ts'

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: undefined, admin: undefined })
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
  })

  it('names every bad entry at once and repeats no value', () => {
    const read = () =>
      readConfig({ PORT: '70000', LOG_LEVEL: 'loud', FOJA_ADMIN_PASSWORD: 'corta', PUBLIC_URL: 'ftp://x' })
    expect(read).toThrow(/PORT.*PUBLIC_URL.*FOJA_ADMIN_PASSWORD.*LOG_LEVEL/)
    expect(read).not.toThrow(/corta/)
  })

  it('takes the administrator whole or not at all', () => {
    expect(() => readConfig({ FOJA_ADMIN_EMAIL: 'a@b.ec' })).toThrow(/van juntas/)
    const admin = { FOJA_ADMIN_EMAIL: 'A@B.ec', FOJA_ADMIN_PASSWORD: 'seis gatos leen' }
    expect(readConfig(admin).admin).toEqual({ email: 'a@b.ec', password: 'seis gatos leen' })
  })

  it('takes a list of servers on private networks, and nothing that is no server', () => {
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

  it('keeps only the origin of the public address', () => {
    expect(readConfig({ PUBLIC_URL: 'https://foja.example/' }).publicUrl).toBe('https://foja.example')
  })
})

describe('.env.example', () => {
  it('says what the schema says', () => {
    const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    expect(file).toBe(exampleEnvironment())
    for (const name of Object.keys(environment)) expect(file).toContain(`# ${name}=`)
  })
})

describe('isLoopback', () => {
  it('knows which addresses only this computer reaches', () => {
    expect(['127.0.0.1', '127.8.0.1', '::1', 'localhost'].every(isLoopback)).toBe(true)
    expect(['0.0.0.0', '::', '10.0.0.1', 'foja.example', '127.evil.example'].some(isLoopback)).toBe(false)
  })
})

describe('isPrivate', () => {
  const host = '127.0.0.1'

  it('is only what neither the network nor a proxy on this computer reaches', () => {
    expect(isPrivate({ host, publicUrl: undefined })).toBe(true)
    for (const name of ['localhost:8080', '127.0.0.1:3000', '[::1]:3000']) {
      expect(isPrivate({ host, publicUrl: `http://${name}` })).toBe(true)
    }
    expect(isPrivate({ host, publicUrl: 'https://foja.example' })).toBe(false)
    expect(isPrivate({ host: '0.0.0.0', publicUrl: undefined })).toBe(false)
  })

  it('knows when a proxy is expected in front', () => {
    expect(isBehindProxy({ publicUrl: 'https://foja.example' })).toBe(true)
    expect(isBehindProxy({ publicUrl: 'http://localhost:3000' })).toBe(false)
    expect(isBehindProxy({ publicUrl: undefined })).toBe(false)
  })
})
