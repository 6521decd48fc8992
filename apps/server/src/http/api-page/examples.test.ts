import type { Schema } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { clientExample, curlExample, installation, startOfClient, startOfCurl } from './examples.ts'
import { sampleOf, sampleOfBody } from './samples.ts'

const endpoint = (name: string) => endpoints.find((one) => one.name === name)!

describe('the examples of the API page', () => {
  it('send what the contract of each call accepts', () => {
    const refused = endpoints.flatMap(({ name, params, query, body, multipart }) => {
      const parts: [Schema | undefined, (schema: Schema) => unknown][] = [
        [params, sampleOf],
        [query, sampleOf],
        [body, sampleOfBody],
        [multipart?.data, sampleOf],
      ]
      return parts.flatMap(([schema, sample]) => {
        if (schema === undefined) return []
        const { error } = z.safeParse(schema, sample(schema))
        return error === undefined ? [] : [`${name}: ${z.prettifyError(error)}`]
      })
    })
    expect(refused).toEqual([])
  })

  it('give the password where the call requires it beyond its contract', () => {
    const password = { current_password: 'caballo correcto bateria grapa' }
    const bodyOf = (name: string) => sampleOfBody(endpoint(name).body!)
    expect(bodyOf('createApiKey')).toMatchObject(password)
    expect(bodyOf('updateUser')).toEqual({ email: 'ana@cliente.example', ...password })
    expect(bodyOf('changeMailSettings')).toHaveProperty('password')
  })

  it('install the client and the terminal as docs/programas.md does', () => {
    const guide = readFileSync(new URL('../../../../../docs/programas.md', import.meta.url), 'utf8')
    const commands = installation.split('\n').filter((line) => line.startsWith('npm '))
    expect(commands).toHaveLength(5)
    expect(commands.filter((command) => !guide.includes(command))).toEqual([])
  })

  it('show a call by curl', () => {
    expect(curlExample(endpoint('metrics'))).toBe(
      'curl "$FOJA_ORIGEN/api/v1/metrics/" \\\n  --header "Authorization: Bearer $FOJA_LLAVE"',
    )
    expect(curlExample(endpoint('evidenceReport'))).toContain('--fail --output descarga.pdf')
    expect(curlExample(endpoint('deleteDocument'))).toContain('--request DELETE')
    expect(curlExample(endpoint('createSolicitudMain'))).toContain('--form "files=@contrato.pdf;type=application/pdf"')
    expect(curlExample(endpoint('recipientApprove'))).toContain('--header "X-Recipient: $FOJA_DESTINATARIO"')
  })

  it('name the session where no key may call, and no key where anyone may', () => {
    expect(curlExample(endpoint('changePassword'))).toContain('Bearer $FOJA_SESION')
    expect(curlExample(endpoint('verifyCode'))).not.toContain('Bearer')
    expect(clientExample(endpoint('changePassword'))).toContain('await persona.call(')
    expect(clientExample(endpoint('uploadSigner'))).toContain('await persona.upload(')
    expect(clientExample(endpoint('verifyCode'))).toContain('await foja.call(')
  })

  it('need nothing that their start does not define', () => {
    const used = endpoints.flatMap((one) => curlExample(one).match(/\$FOJA_\w+/g) ?? [])
    const defined = Array.from(startOfCurl.matchAll(/^export (\w+)=/gm), ([, name]) => `$${name}`)
    expect([...new Set(used)].toSorted()).toEqual(defined.toSorted())
    const clients = endpoints.map((one) => /await (\w+)\./.exec(clientExample(one))![1]!)
    for (const client of new Set(clients)) expect(startOfClient).toContain(`const ${client} = createClient(`)
  })

  it('show a call by the client', () => {
    expect(clientExample(endpoint('metrics'))).toBe("const reply = await foja.call('GET', '/api/v1/metrics/')")
    expect(clientExample(endpoint('detailsDocument'))).toBe(
      "const reply = await foja.call('GET', '/api/v1/details_document/{id}/', {\n" +
        "  params: { id: '3f6c1c1e-8a54-4c6e-9d0b-5a7d2f1e4b90' },\n})",
    )
  })
})
