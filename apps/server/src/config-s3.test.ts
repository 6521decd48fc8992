import { describe, expect, it } from 'vitest'
import { adviceOn } from './config-advice.ts'
import { readConfig } from './config.ts'

const settings = {
  S3_ENDPOINT: 'https://s3.oficina.ec/',
  S3_BUCKET: 'foja',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'cl@ve/secreta',
}

describe('the settings of S3', () => {
  it('are none by default, also with a region alone', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ S3_REGION: 'sa-east-1' }).s3).toBeUndefined()
  })

  it('are read with their defaults', () => {
    const s3 = {
      endpoint: 'https://s3.oficina.ec',
      bucket: 'foja',
      region: 'us-east-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'cl@ve/secreta',
      forcePathStyle: true,
    }
    expect(readConfig(settings).s3).toEqual(s3)
    const more = { ...settings, S3_REGION: 'sa-east-1', S3_FORCE_PATH_STYLE: 'false' }
    expect(readConfig(more).s3).toEqual({ ...s3, region: 'sa-east-1', forcePathStyle: false })
  })

  it.each(Object.keys(settings))('are refused without %s', (name) => {
    expect(() => readConfig({ ...settings, [name]: '' })).toThrow(/S3_SECRET_ACCESS_KEY van juntas: pon las cuatro/)
  })

  it.each([
    ['S3_ENDPOINT', 's3.oficina.ec'],
    ['S3_ENDPOINT', 'https://s3.oficina.ec/foja'],
    ['S3_ENDPOINT', 'https://usuario:cl@ve@s3.oficina.ec'],
    ['S3_BUCKET', 'foja/archivos'],
    ['S3_BUCKET', '..'],
    ['S3_REGION', 'sa east'],
    ['S3_SECRET_ACCESS_KEY', 'cl ave'],
    ['S3_FORCE_PATH_STYLE', 'si'],
  ])('name %s when it is %s, without its value', (name, value) => {
    const read = () => readConfig({ ...settings, [name]: value })
    expect(read).toThrow(new RegExp(`^Configuración: ${name} debe ser [^;]*\\.$`))
    expect(read).not.toThrow(value)
    expect(read).not.toThrow(/cl@ve/)
  })

  it('come with advice when files travel unencrypted to another computer', () => {
    const open = [expect.stringMatching(/^S3_ENDPOINT va sin https/)]
    expect(adviceOn(readConfig({ ...settings, S3_ENDPOINT: 'http://s3.oficina.ec' }))).toEqual(open)
    expect(adviceOn(readConfig({ ...settings, S3_ENDPOINT: 'http://127.0.0.1:9000' }))).toEqual([])
    expect(adviceOn(readConfig(settings))).toEqual([])
  })
})
