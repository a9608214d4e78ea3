import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import { findAsset } from '#html/assets.ts'
import { FONT } from '#html/bundle.ts'
import { get } from '../route.ts'

const cacheControl = 'public, max-age=31536000, immutable'

export const assetRoute = get('/assets/:name', {
  guard: 'open',
  params: Type.Object({ name: Type.String() }),
  handle: async (_gateway, { params }) => {
    const path = `/assets/${params.name}`
    if (path === FONT.path) return { status: 200, bytes: FONT.bytes, contentType: 'font/woff2', cacheControl }
    const asset = findAsset(path)
    if (!asset) throw notFound('file')
    const { content: text, contentType, mapPath } = asset
    const headers: Record<string, string> = mapPath === undefined ? {} : { sourcemap: mapPath }
    return { status: 200, text, contentType, cacheControl, headers }
  },
})
