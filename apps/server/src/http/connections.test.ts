import { describe, expect, it } from 'vitest'
import { createProxyCheck } from './connections.ts'

const here = { publicUrl: undefined, host: '127.0.0.1' }

describe('the address of a connection', () => {
  it('is a trusted proxy on this computer only where a proxy is in front', () => {
    const direct = createProxyCheck(here)
    const behind = createProxyCheck({ ...here, publicUrl: 'https://foja.example' })
    for (const address of ['127.0.0.1', '127.255.255.254', '::1']) {
      expect([address, direct(address), behind(address)]).toEqual([address, false, true])
    }
    for (const address of ['126.255.255.255', '128.0.0.1', '10.0.0.7', '::2']) {
      expect([address, behind(address)]).toEqual([address, false])
    }
  })

  it('is a trusted proxy where it, or its network, is listed', () => {
    const trustedProxies = ['10.0.0.7', '172.18.0.0/24', '2001:db8::7', '2001:db8:1::/48']
    const isProxy = createProxyCheck({ ...here, trustedProxies })
    for (const address of ['10.0.0.7', '172.18.0.255', '2001:db8::7', '2001:db8:1:ffff::1', '127.0.0.1']) {
      expect([address, isProxy(address)]).toEqual([address, true])
    }
    for (const address of ['10.0.0.8', '172.18.1.0', '2001:db8::8', '2001:db8:2::1']) {
      expect([address, isProxy(address)]).toEqual([address, false])
    }
  })
})
