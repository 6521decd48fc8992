import { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace, type Context } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes, serviceNameEnvDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tracing } from './tracing.ts'

/** The code of an error; its words may quote data. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/**
 * Spans that are sent in batches to `endpoint`/v1/traces. A collector that does not answer costs the spans only. The
 * library reads the other settings of OpenTelemetry from the environment: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_EXPORTER_OTLP_HEADERS.
 */
export function createOpenTelemetry(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'foja' }).merge(
      detectResources({ detectors: [envDetector, serviceNameEnvDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('foja')
  const propagator = new W3CTraceContextPropagator()
  const scope = new AsyncLocalStorage<Context>()
  return {
    request(method, headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
      return {
        run: (work) => scope.run(trace.setSpan(parent, span), work),
        end({ route, status, requestId }) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'foja.request_id': requestId,
          })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async span(name, attributes, work) {
      const parent = scope.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes }, parent)
      try {
        return await scope.run(trace.setSpan(parent, span), work)
      } catch (error) {
        span.setAttribute('error.type', typeOf(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    close: async () => await provider.shutdown(),
  }
}
