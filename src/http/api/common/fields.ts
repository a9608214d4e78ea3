import type { Static } from 'typebox'
import type { KeptBrowserInfo } from '#domain/customer.ts'
import type * as wire from '#interface/types.ts'

export function browserInfoOf(info: Static<typeof wire.BrowserInfo>): KeptBrowserInfo {
  return {
    userAgent: info.user_agent,
    acceptHeader: info.accept_header,
    javaEnabled: info.java_enabled,
    colorDepth: info.color_depth,
    screenHeight: info.screen_height,
    screenWidth: info.screen_width,
    timeZoneOffset: info.time_zone_offset,
    language: info.language,
  }
}

export function typedText(...typed: readonly (string | undefined)[]): string | null {
  return typed.map((one) => one?.trim()).find((one) => one) ?? null
}
