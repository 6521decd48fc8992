import { afterEach, expect, it } from 'vitest'
import { at, http, HttpResponse, server, useServer } from '../../test/server.ts'
import { keepLastSignedInUser, readLastSignedInUser } from './last-signed-in-user.ts'
import { leaveSession } from './leave.ts'

useServer()
afterEach(() => localStorage.clear())

const person = { email: 'lucia@condorandino.ec', nombre: 'Lucía Peñaherrera', remember: true }
const csrf = http.get(at('/api/auth/csrf'), () => HttpResponse.json({ csrfToken: 'x' }))

it('signing out removes the user’s name from the browser', async () => {
  server.use(
    csrf,
    http.post(at('/api/auth/signout'), () => HttpResponse.json({ url: '/ingresar' })),
  )
  keepLastSignedInUser(person)
  await leaveSession()
  expect(readLastSignedInUser()).toBeNull()
})

it('a failed sign-out keeps everything, because the session continues', async () => {
  server.use(
    csrf,
    http.post(at('/api/auth/signout'), () => HttpResponse.error()),
  )
  keepLastSignedInUser(person)
  await expect(leaveSession()).rejects.toThrow()
  expect(readLastSignedInUser()).toMatchObject(person)
})
