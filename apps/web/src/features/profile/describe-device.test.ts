import { describe, expect, it } from 'vitest'
import { describeDevice, reachOf } from './describe-device.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('describeDevice', () => {
  it.each([
    [`${windows} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Windows', 'computer'],
    [`${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge', 'Windows', 'computer'],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera', 'Windows', 'computer'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux', 'computer'],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari', 'macOS', 'computer'],
    [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', 'phone'],
    [`${iphone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', 'phone'],
    [`${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone', 'phone'],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPad',
      'tablet',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome',
      'Android',
      'tablet',
    ],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0', 'Chrome', 'ChromeOS', 'computer'],
    ['curl/8.5.0', null, null, 'computer'],
    ['', null, null, 'computer'],
    [null, null, null, 'computer'],
  ])('%s', (userAgent, browser, system, kind) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system, kind })
  })
})

describe('reachOf', () => {
  it.each([
    ['127.0.0.1', 'here'],
    ['::1', 'here'],
    ['::ffff:127.0.0.1', 'here'],
    ['10.0.4.12', 'local'],
    ['192.168.1.20', 'local'],
    ['172.16.0.1', 'local'],
    ['172.32.0.1', 'internet'],
    ['fd12:3456::1', 'local'],
    ['fe80::1', 'local'],
    ['190.152.3.4', 'internet'],
    ['2800:bf0::1', 'internet'],
  ])('%s is %s', (ip, reach) => {
    expect(reachOf(ip)).toBe(reach)
  })
})
