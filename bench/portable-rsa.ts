import { readFileSync } from 'node:fs'

/** Bit 21 of EBX of CPUID leaf 7, taken away (OPENSSL_ia32cap(3)). */
const WITHOUT_IFMA = ':~0x200000'

/**
 * Starts this program again so that OpenSSL does without AVX-512 IFMA, here, in its threads and in the gateway: it reads the
 * variable when a process starts.
 */
export function disableIfma(): void {
  if (process.env.OPENSSL_ia32cap === WITHOUT_IFMA) return
  const env = { ...process.env, OPENSSL_ia32cap: WITHOUT_IFMA }
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env)
}

/** With what OpenSSL decrypts: where a processor has AVX-512 IFMA, RSA takes less than half the time. */
export function rsaInstructions(): string {
  const { OPENSSL_ia32cap } = process.env
  if (OPENSSL_ia32cap === WITHOUT_IFMA) return 'without AVX-512 IFMA, as asked for'
  if (OPENSSL_ia32cap !== undefined) return `with OPENSSL_ia32cap=${OPENSSL_ia32cap}`
  const flags = /^flags\s*:(.*)$/m.exec(cpuInfo())?.[1]
  if (flags === undefined) return 'on a processor of which nothing is known'
  return flags.split(' ').includes('avx512ifma') ? 'with AVX-512 IFMA' : 'on a processor without AVX-512 IFMA'
}

/** There is none elsewhere than on Linux. */
function cpuInfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8')
  } catch {
    return ''
  }
}
