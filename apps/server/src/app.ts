import { fastifyCookie } from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { runForRequest } from '@foja/jobs/request-scope'
import { isBehindProxy } from './config.ts'
import type { AppDeps } from './deps.ts'
import { basePath } from './public-origin.ts'
import { registerErrors } from './http/errors.ts'
import { registerMultipart } from './http/multipart.ts'
import { belowBase, requireBase } from './http/base-path.ts'
import { limitRequests } from './http/admission.ts'
import { limitConnections } from './http/connections.ts'
import { acceptJson, createTextReader } from './http/json-body.ts'
import { jsonLimits, usualLimits, type HttpLimits } from './http/limits.ts'
import { createApi } from './http/register.ts'
import { loggerOptions, requestIdOf } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { traceRequests } from './http/traces.ts'
import { registerSecurityTxt } from './http/security-txt.ts'
import { registerSecurityHeaders, type Reach } from './http/security.ts'
import { registerMetrics } from './modules/status/metrics.routes.ts'
import { protocolErrorHandlers } from './http/protocol-errors.ts'
import { createWeb, readScriptHashes } from './http/web.ts'
import { createProviderPort } from './modules/provisioning/provider-port.ts'
import { registerProvisioning } from './modules/provisioning/provisioning.routes.ts'
import { registerShippedAuthorities } from './modules/signing/verification/authorities.routes.ts'
import { registerCompanies } from './modules/identity/companies/companies.routes.ts'
import { registerApiKeys } from './modules/identity/api-keys/api-keys.routes.ts'
import { registerAccount } from './modules/identity/account/account.routes.ts'
import { registerForgetting } from './modules/documents/forget-pages.ts'
import { registerDocuments } from './modules/documents/documents.routes.ts'
import { registerDocs } from './http/api-page/docs.routes.ts'
import { registerEmails } from './modules/delivery/emails.routes.ts'
import { registerRequests } from './modules/requests/requests.routes.ts'
import { findEmbedOrigins, findHolder } from './modules/requests/require-recipient.ts'
import { registerPrivacy } from './modules/privacy/privacy.routes.ts'
import { registerReports } from './modules/reports/reports.routes.ts'
import { registerHealth } from './http/health.routes.ts'
import { registerLive } from './modules/notify/live/live.routes.ts'
import { registerNotifications } from './modules/notify/notifications/notifications.routes.ts'
import { registerPeople } from './modules/identity/people/people.routes.ts'
import { createAuthenticate } from './modules/identity/session/authenticate.ts'
import { requireSameActor } from './modules/identity/session/same-actor.ts'
import { registerSession } from './modules/identity/session/session.routes.ts'
import { registerSetup } from './modules/setup/setup.routes.ts'
import { registerStatus } from './modules/status/status.routes.ts'
import { registerShares } from './modules/documents/shares/shares.routes.ts'
import { registerSeal } from './modules/signing/seal/seal.routes.ts'
import { registerSigners } from './modules/signing/signers/signers.routes.ts'
import { registerSigning } from './modules/signing/signing.routes.ts'
import {
  registerLists,
  registerCasework,
  registerSolicitudes,
} from './modules/casework/solicitudes/solicitudes.routes.ts'
import { registerFilling } from './modules/templates/fill.routes.ts'
import { registerTemplates } from './modules/templates/templates.routes.ts'
import { registerUsers } from './modules/users/users.routes.ts'
import { registerWebhooks } from './modules/webhooks/webhooks.routes.ts'
import { createVerdicts } from './modules/verification-core/verdicts.ts'
import { registerVerification } from './modules/signing/verification/verification.routes.ts'

const reachOf = ({ config }: AppDeps): Reach => ({
  https: config.publicUrl?.startsWith('https:') === true,
  shared: basePath(config) !== '',
})

function createServer(deps: AppDeps, limits: HttpLimits): FastifyInstance {
  return Fastify({
    logger: loggerOptions(deps.logger),
    // The client address, for throttles and the trail, is taken from X-Forwarded-For of a proxy on this computer or of
    // a configured one only.
    trustProxy: isBehindProxy(deps.config) ? ['loopback', ...(deps.config.trustedProxies ?? [])] : false,
    // Requests are logged below without the query, where share links carry their secret.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: jsonLimits.public.bytes,
    // HEAD of a GET that writes would write too.
    exposeHeadRoutes: false,
    rewriteUrl: belowBase(basePath(deps.config)),
    routerOptions: { maxParamLength: 200 },
    // Slow uploads are allowed, slow headers are not.
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    connectionTimeout: 0,
    return503OnClosing: true,
    ...protocolErrorHandlers(reachOf(deps)),
    forceCloseConnections: 'idle',
  })
}

/** Builds the whole server from its dependencies; the same in tests and in production. A worker has health and metrics only. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const limits = { ...usualLimits, ...deps.limits }
  const base = basePath(deps.config)
  const app = createServer(deps, limits)
  const readText = createTextReader(limits)
  if (deps.tracing !== null) traceRequests(app, deps.tracing)
  acceptJson(app, readText)
  logRequests(app, deps.clock)
  limitConnections(app, limits, deps)
  registerSecurityHeaders(app, {
    ...reachOf(deps),
    scriptHashes: readScriptHashes(deps.webFolder),
    findFramers: async (token) => await findEmbedOrigins(deps.db, token),
  })
  requireBase(app, base)
  registerHealth(app, deps)
  registerMetrics(app, deps)
  registerForgetting(app, deps)
  limitRequests(app, limits, deps.clock)
  if (deps.config.role === 'worker') {
    registerErrors(app, () => undefined)
    return app
  }
  const web = createWeb(deps.webFolder, base)
  registerErrors(app, web.sendPage)
  await app.register(fastifyCookie)
  await registerMultipart(app)
  // The last hook, as the events of a body's stream lose the context.
  app.addHook('preHandler', (request, _reply, done) => runForRequest(request.id, done))

  const api = createApi(app, {
    deps,
    authenticate: createAuthenticate(deps),
    requireSameActor: async (actor) => await requireSameActor(deps.db, actor, deps.clock()),
    requireRecipient: async (credential) => void (await findHolder(deps, credential)),
  })
  const verdicts = createVerdicts(deps)
  registerCompanies(api)
  registerUsers(api)
  registerAccount(api)
  registerApiKeys(api)
  registerWebhooks(api)
  registerProvisioning(api)
  registerPeople(api)
  registerPrivacy(api)
  registerNotifications(api)
  registerLive(app, api, deps)
  registerSolicitudes(api)
  registerCasework(api)
  registerLists(api)
  registerTemplates(api)
  registerFilling(api)
  registerDocuments(api)
  registerEmails(api)
  registerSigners(api)
  registerSeal(api)
  registerSigning(api)
  registerRequests(api)
  registerVerification(api, { clock: deps.clock, verdicts })
  registerShippedAuthorities(api)
  registerReports(api, verdicts)
  registerShares(api, verdicts)
  registerSetup(api)
  registerStatus(api, deps.clock)
  await registerSession(app, deps, readText, createProviderPort(deps))
  registerSecurityTxt(app, deps)
  registerDocs(app, deps)

  await web.register(app)
  return app
}
