import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import type { PageRequest } from '#web/page-route.ts'
import type { PreviewedPost } from './blog.contract.ts'
import { PostArticle } from './post-article.tsx'

const linkQuery = previewLinkQuery<PreviewedPost>('blogs')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

export default function PostLinkPage() {
  return (
    <PreviewLinkPage query={linkQuery} titleOf={({ post }) => post.title}>
      {({ post }) => <PostArticle post={{ ...post, related: [] }} />}
    </PreviewLinkPage>
  )
}
