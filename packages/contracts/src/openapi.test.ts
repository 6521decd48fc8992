import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { keyScopeOf } from './key-scopes.ts'
import { createOpenApi } from './openapi.ts'

const document = createOpenApi('http://127.0.0.1:3000')

describe('createOpenApi', () => {
  it('lists every call of the contract once, under its own name', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const names = operations.flatMap((operation) => operation['x-calls'].map(({ name }) => name))
    expect(names.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
    expect(new Set(names).size).toBe(names.length)
    expect(operations.every(({ operationId, 'x-calls': calls }) => operationId === calls[0]?.name)).toBe(true)
  })

  it('requires the bearer token exactly where the policy does, with the scope of API keys', () => {
    for (const endpoint of endpoints) {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      if (operation === undefined || operation['x-calls'].length > 1) continue
      const isPublic = ['public', 'setup', 'recipient'].includes(endpoint.policy)
      const scope = keyScopeOf(endpoint)
      expect(operation.security).toEqual(isPublic ? [] : [{ bearer: scope === null ? [] : [scope] }])
      expect('401' in operation.responses).toBe(!isPublic)
    }
  })

  it('merges calls that differ only in content type', () => {
    const operation = document.paths['/api/v1/verify_document/']?.['post']
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['application/json', 'multipart/form-data'])
    expect(operation?.['x-calls']).toEqual([
      { name: 'verifyDocument', policy: 'document.read', scope: 'documents:read' },
      { name: 'verifyFile', policy: 'public', scope: null },
    ])
    expect(operation?.security).toEqual([{ bearer: ['documents:read'] }, {}, { bearer: [] }])
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '401', '429']))
  })

  it('describes every placeholder of a path as a required parameter', () => {
    for (const endpoint of endpoints) {
      const parameters = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.parameters ?? []
      const named = parameters.filter((parameter) => parameter.in === 'path')
      expect(named.map(({ name }) => name)).toEqual(
        Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name),
      )
      expect(named.every(({ required }) => required)).toBe(true)
    }
  })

  it('describes multipart bodies with their files and data', () => {
    const body =
      document.paths['/api/v1/list_solicitud_main_type/']?.['post']?.requestBody?.content['multipart/form-data']
    expect(body?.schema).toMatchObject({ properties: { files: { type: 'array' }, data: { type: 'object' } } })
    expect(body?.encoding).toEqual({ data: { contentType: 'application/json' } })
  })

  it('describes the binary and the JSON form of a reply that may be either', () => {
    const content = document.paths['/api/v1/preview_pdf_template/']?.['post']?.responses['200']?.content
    expect(Object.keys(content ?? {})).toEqual(['application/pdf', 'application/json'])
    expect(content?.['application/pdf']?.schema).toEqual({ type: 'string', format: 'binary' })
    expect(content?.['application/json']?.schema).toMatchObject({ properties: { paginas: { type: 'integer' } } })
  })

  it('describes each message of an event stream', () => {
    const reply = document.paths['/api/v1/live/']?.['get']?.responses['200']?.content?.['text/event-stream']
    expect(JSON.stringify(reply?.schema)).toContain('"const":"notification"')
  })

  it('is plain JSON without external references', () => {
    const text = JSON.stringify(document)
    const references = Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, reference]) => reference)
    expect(references.every((reference) => reference?.startsWith('#/components/schemas/'))).toBe(true)
    expect(JSON.parse(text)).toEqual(document)
  })
})
