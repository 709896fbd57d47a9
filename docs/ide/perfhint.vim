" perfhint as a compiler: ":compiler perfhint", then ":make" fills the quickfix list.
" let g:perfhint_recording names another recording than perfhint.jfr.
if exists('current_compiler')
  finish
endif
let current_compiler = 'perfhint'

execute 'CompilerSet makeprg=' . escape('perfhint analyze --color never --source . ' . get(g:, 'perfhint_recording', 'perfhint.jfr'), ' ')
CompilerSet errorformat=%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tnfo:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
