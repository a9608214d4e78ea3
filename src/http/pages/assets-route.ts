import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import { findAsset } from '#html/assets.ts'
import { get } from '../route.ts'

export const assetRoute = get('/assets/:name', {
  guard: 'open',
  summary: 'A file that pages load',
  params: Type.Object({ name: Type.String() }),
  handle: async (_gateway, { params }) => {
    const asset = findAsset(`/assets/${params.name}`)
    if (!asset) throw notFound('file')
    const { content: text, contentType, mapPath } = asset
    const headers: Record<string, string> = mapPath === undefined ? {} : { sourcemap: mapPath }
    return { status: 200, text, contentType, cacheControl: 'public, max-age=31536000, immutable', headers }
  },
})
