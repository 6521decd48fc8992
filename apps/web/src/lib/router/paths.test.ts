import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { paths, safeReturn } from './paths.ts'

describe('paths', () => {
  it('has every address', () => {
    const all = Object.fromEntries(Object.entries(paths).map(([name, build]) => [name, build('a b/ñ?x')]))
    expect(all).toMatchInlineSnapshot(`
      {
        "agenda": "/agenda",
        "askByDraft": "/pedidos/nuevo?borrador=a%20b%2F%C3%B1%3Fx",
        "askForDocument": "/pedidos/nuevo?documento=a%20b%2F%C3%B1%3Fx",
        "askForDocuments": "/pedidos/documentos?solicitud=a%20b%2F%C3%B1%3Fx",
        "askForSignatures": "/pedidos/nuevo?solicitud=a%20b%2F%C3%B1%3Fx",
        "batch": "/firma/lote?ids=a%20b%2F%C3%B1%3Fx",
        "companies": "/empresas",
        "company": "/empresas?empresa=a%20b%2F%C3%B1%3Fx",
        "document": "/documentos/a%20b%2F%C3%B1%3Fx",
        "fillTemplate": "/plantillas/a%20b%2F%C3%B1%3Fx/usar",
        "findUser": "/usuarios?q=a%20b%2F%C3%B1%3Fx",
        "forgotPassword": "/olvide",
        "help": "/ayuda?desde=a%20b%2F%C3%B1%3Fx",
        "home": "/",
        "importUsers": "/usuarios?importar=1",
        "looseDocuments": "/documentos",
        "newCompany": "/empresas?nueva=1",
        "newSolicitud": "/solicitudes/nueva",
        "newTemplate": "/plantillas?nueva=1",
        "newUser": "/usuarios?nueva=1",
        "outbox": "/correos",
        "privacy": "/privacidad?empresa=a%20b%2F%C3%B1%3Fx",
        "profile": "/perfil",
        "programs": "/programas?empresa=a%20b%2F%C3%B1%3Fx",
        "recycleBin": "/papelera",
        "refresh": "/refresh?volver=a%20b%2F%C3%B1%3Fx",
        "security": "/perfil?seguridad=1&volver=a%20b%2F%C3%B1%3Fx",
        "setup": "/bienvenida",
        "sharedDocument": "/compartido?share=a%20b%2F%C3%B1%3Fx",
        "sign": "/firmar?ids=a%20b%2F%C3%B1%3Fx",
        "signIn": "/ingresar?volver=a%20b%2F%C3%B1%3Fx",
        "signInWithNewPassword": "/ingresar?aviso=clave",
        "signer": "/firma",
        "signingRequests": "/pedidos",
        "signingSettings": "/firma/ajustes",
        "solicitud": "/solicitudes/a%20b%2F%C3%B1%3Fx",
        "solicitudes": "/solicitudes",
        "status": "/estado",
        "template": "/plantillas/a%20b%2F%C3%B1%3Fx",
        "templates": "/plantillas",
        "trustAnchors": "/autoridades?pais=a%20b%2F%C3%B1%3Fx",
        "users": "/usuarios?id_company=a%20b%2F%C3%B1%3Fx",
        "usersWithoutTotp": "/usuarios?id_company=a%20b%2F%C3%B1%3Fx&totp=no",
        "verify": "/verificar?codigo=a%20b%2F%C3%B1%3Fx",
      }
    `)
  })
})

describe('safeReturn', () => {
  const origin = 'https://foja.ec'
  it.each(['/solicitudes?page=2#x', '/documentos/1'])('keeps %s', (path) => {
    expect(safeReturn(path, origin)).toBe(path)
  })
  it('takes the path of a URL of this origin', () => {
    expect(safeReturn('https://foja.ec/solicitudes?page=2#x', origin)).toBe('/solicitudes?page=2#x')
  })
  it.each([
    '//evil.com',
    'https://foja.ec',
    'https://foja.ec//evil.com',
    'https://foja.ec.evil.com/',
    'https://foja.ec@evil.com/',
    'blob:https://foja.ec/x',
    '/\\evil.com',
    '/\t/evil.com',
    '/a/..//evil.com',
    'https://evil.com',
    'javascript:alert(1)',
    '/refresh?volver=/refresh',
    '/ingresar',
    '',
    undefined,
    7,
  ])('replaces %s by the start page', (value) => {
    expect(safeReturn(value, origin)).toBe('/')
  })
})

describe('below the path of PUBLIC_URL', () => {
  const origin = 'https://example.com'
  /** The module as a page loads it that the server sent with this path. */
  const load = async () => {
    document.documentElement.dataset['base'] = '/foja'
    onTestFinished(() => {
      delete document.documentElement.dataset['base']
      vi.resetModules()
    })
    vi.resetModules()
    return await import('./paths.ts')
  }

  it('every address begins with it', async () => {
    const below = (await load()).paths
    for (const [name, build] of Object.entries(below)) {
      expect(build('x'), name).toBe(`/foja${paths[name as keyof typeof paths]('x')}`)
    }
    expect(below.signIn('/foja/')).toBe('/foja/ingresar')
    expect(below.security('/foja/')).toBe('/foja/perfil?seguridad=1')
    expect(below.refresh('/foja/agenda')).toBe('/foja/refresh?volver=%2Ffoja%2Fagenda')
  })

  it.each([
    ['/foja/solicitudes?q=acta#x', '/foja/solicitudes?q=acta#x'],
    [`${origin}/foja/agenda`, '/foja/agenda'],
    ['/foja/ingresar', '/foja/'],
    ['/foja', '/foja/'],
    ['/solicitudes', '/foja/'],
    ['/fojas/solicitudes', '/foja/'],
    ['/foja/../correo', '/foja/'],
    ['//foja/x', '/foja/'],
    [undefined, '/foja/'],
  ])('the return address %s is %s', async (value, to) => {
    expect((await load()).safeReturn(value, origin)).toBe(to)
  })
})
