;;; test.el --- The server in Emacs, through eglot or lsp-mode  -*- lexical-binding: t; -*-

;; Loaded into an Emacs on a terminal, whose configuration is what editors/emacs.md says, with `gfm-test-client' set to
;; `eglot' or `lsp-mode'. Text in tests has `‸' at point, and `«' at the mark where there is a region.

(require 'cl-lib)
(require 'ert)

(defvar gfm-test-client)

(defconst gfm-test-timeout 20 "Seconds; reached only where a test fails.")

;;; The client

(defun gfm-test-eglot-p () (eq gfm-test-client 'eglot))

(defun gfm-test-request (method &optional parameters)
  "The server's answer to METHOD with PARAMETERS, a property list, after all that was sent before."
  (let ((parameters (or parameters (make-hash-table))))
    (if (gfm-test-eglot-p)
        (jsonrpc-request (eglot-current-server) (intern (concat ":" method)) parameters)
      (lsp-request method parameters))))

(defun gfm-test-get (answer key)
  (if (hash-table-p answer) (gethash (substring (symbol-name key) 1) answer) (plist-get answer key)))

(defun gfm-test-document ()
  (if (gfm-test-eglot-p) (eglot--TextDocumentIdentifier) (lsp--text-document-identifier)))

(defun gfm-test-flush ()
  "Send the changes that the client still keeps back, and wait until the server has worked through all."
  (if (gfm-test-eglot-p) (eglot--signal-textDocument/didChange) (lsp--flush-delayed-changes))
  (gfm-test-request "gfm/status"))

(defun gfm-test-connected-p ()
  (and (if (gfm-test-eglot-p)
           (and (eglot-current-server) eglot--managed-mode)
         (and (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces))))))
       (process-live-p (gfm-test-process))))

(defun gfm-test-process ()
  (if (gfm-test-eglot-p)
      (jsonrpc--process (eglot-current-server))
    (lsp--workspace-cmd-proc (car (lsp-workspaces)))))

(defun gfm-test-capability (name)
  (if (gfm-test-eglot-p)
      (plist-get (eglot--capabilities (eglot-current-server)) name)
    (gfm-test-get (lsp--workspace-server-capabilities (car (lsp-workspaces))) name)))

;;; The editor

(defvar gfm-test-in-command nil "Whether a command runs, which may be waiting for the server.")
(add-hook 'pre-command-hook (lambda () (setq gfm-test-in-command t)))
(add-hook 'post-command-hook (lambda () (setq gfm-test-in-command nil)))

(defun gfm-test-wait (what condition)
  "Let Emacs work as it does for a user, idle timers and all, until the function CONDITION returns non-nil."
  (let* ((end (+ (float-time) gfm-test-timeout))
         (buffer (current-buffer))
         (debug-on-error nil)
         value
         (timer (run-with-timer 0 0.01
                                (lambda ()
                                  (unless (or gfm-test-in-command unread-command-events)
                                    (setq value (with-current-buffer buffer (funcall condition)))
                                    (when (or value (> (float-time) end)) (throw 'exit nil)))))))
    (unwind-protect (recursive-edit) (cancel-timer timer))
    (or value (error "Waited in vain: %s" what))))

(defun gfm-test-type (&rest keys)
  "Type KEYS, each in the notation of `kbd', for the command loop to take at the next wait."
  (dolist (key keys)
    (setq unread-command-events (append unread-command-events (listify-key-sequence (kbd key))))))

(defun gfm-test-settle ()
  "Wait until the commands of all keys have run."
  (gfm-test-wait "the keys' commands" (lambda () t)))

(defun gfm-test-goto (needle)
  (gfm-test-settle)
  (goto-char (point-min))
  (search-forward needle)
  (goto-char (match-beginning 0)))

(defun gfm-test-text () (buffer-substring-no-properties (point-min) (point-max)))

(defun gfm-test-marked ()
  (concat (buffer-substring-no-properties (point-min) (point)) "‸"
          (buffer-substring-no-properties (point) (point-max))))

(defun gfm-test-expect (expected)
  "Wait until the marked text is EXPECTED."
  (condition-case nil
      (gfm-test-wait expected (lambda () (equal (gfm-test-marked) expected)))
    (error (ert-fail (list :expected expected :actual (gfm-test-marked))))))

(defun gfm-test-expect-text (expected)
  "Wait until the text is EXPECTED, wherever point is."
  (condition-case nil
      (gfm-test-wait expected (lambda () (equal (gfm-test-text) expected)))
    (error (ert-fail (list :expected expected :actual (gfm-test-text))))))

(defun gfm-test-expect-plain (expected)
  "Whether the marked text is EXPECTED once the server has answered all requests."
  (gfm-test-settle)
  ;; The answer to this request comes behind those to all others.
  (gfm-test-flush)
  (gfm-test-settle)
  (should (equal (gfm-test-marked) expected)))

(defvar gfm-test-file-count 0)

(defun gfm-test-open (marked)
  "Open a new file with the text MARKED, as by hand, and wait for the server."
  (let ((file (expand-file-name (format "%d.md" (cl-incf gfm-test-file-count)) default-directory))
        (coding-system-for-write 'utf-8-unix))
    (with-temp-file file (insert (replace-regexp-in-string "[‸«]" "" marked)))
    (switch-to-buffer (find-file-noselect file))
    (gfm-test-wait "the server" #'gfm-test-connected-p)
    (cl-flet ((offset (mark) (string-match mark (replace-regexp-in-string (if (equal mark "‸") "«" "‸") "" marked))))
      (when (offset "‸") (goto-char (1+ (offset "‸"))))
      (when (offset "«") (push-mark (1+ (offset "«")) t t)))))

(defun gfm-test-await-answers ()
  "Wait until nothing is left to answer: an answer for a buffer that is gone makes eglot lose the next one."
  (when (and (gfm-test-eglot-p) (gfm-test-connected-p))
    (let ((pending (jsonrpc--request-continuations (eglot-current-server))))
      (gfm-test-wait "all answers" (lambda () (zerop (hash-table-count pending)))))))

(defmacro gfm-test-with (marked &rest body)
  "Run BODY in a new file with the text MARKED."
  (declare (indent 1))
  `(progn
     (gfm-test-open ,marked)
     (unwind-protect (progn ,@body)
       (set-buffer-modified-p nil)
       (gfm-test-await-answers)
       (kill-buffer))))

(defun gfm-test-tokens ()
  (gfm-test-flush)
  (append (gfm-test-get (gfm-test-request "textDocument/semanticTokens/full"
                                          (list :textDocument (gfm-test-document)))
                        :data)
          nil))

(defun gfm-test-byte-count ()
  "The size of the server's copy of the text."
  (let ((uri (gfm-test-get (gfm-test-document) :uri)))
    (cl-loop for document across (vconcat (gfm-test-get (gfm-test-flush) :documents))
             when (equal (gfm-test-get document :uri) uri)
             return (gfm-test-get document :byteCount))))

(defun gfm-test-check-synchronized ()
  "The server has exactly the text: it counts as many bytes, and reads it as it reads the same text newly opened."
  (gfm-test-settle)
  (let ((text (gfm-test-text)) (tokens (gfm-test-tokens)))
    (should (equal (gfm-test-byte-count) (string-bytes text)))
    (gfm-test-with text
      (should (equal tokens (gfm-test-tokens))))))

;;; Start

(ert-deftest gfm-a-starts ()
  (gfm-test-with "# a\n"
    (should (process-live-p (gfm-test-process)))
    (should (eq major-mode 'markdown-mode))
    (should (equal (gfm-test-capability :positionEncoding) (if (gfm-test-eglot-p) "utf-16" "utf-32")))))

;;; The text

(defconst gfm-test-sample "# Größe 😀 **fett**\n\n日本語 **太字😀** and *slanted*\n\n- 👩‍👩‍👧 one\n- `code`\n\n> é 🇯🇵 **q**\n")

(ert-deftest gfm-text-typed-and-deleted-among-japanese-and-emoji ()
  (gfm-test-with gfm-test-sample
    (goto-char (point-min))
    (gfm-test-type "C-e")
    (gfm-test-type "RET" "日本 RET 😀x **y** 😀")
    (gfm-test-check-synchronized)
    (gfm-test-goto " and")
    (gfm-test-type "DEL" "DEL" "😀😀é DEL")
    (gfm-test-check-synchronized)
    (gfm-test-goto " one")
    (gfm-test-type "C-SPC" "M-<" "C-w" "C-y" "C-y")
    (gfm-test-check-synchronized)))

(ert-deftest gfm-text-several-changes-in-one-command ()
  (gfm-test-with gfm-test-sample
    (goto-char (point-min))
    (while (search-forward "😀" nil t) (replace-match "🎉🎉 **b**\n" t t))
    (gfm-test-check-synchronized)
    ;; Behind ß: eglot 1.9 sends a wrong change where one letter becomes two.
    (goto-char (point-min))
    (upcase-region (search-forward "日") (point-max))
    (gfm-test-check-synchronized)
    (sort-lines nil (point-min) (point-max))
    (gfm-test-check-synchronized)))

(ert-deftest gfm-text-undone-and-reverted ()
  (gfm-test-with gfm-test-sample
    (goto-char (point-max))
    (gfm-test-type "- SPC 日本 RET 😀 RET x" "C-SPC" "M-<" "M-w" "C-/" "C-/")
    (gfm-test-check-synchronized)
    (revert-buffer t t)
    (gfm-test-wait "the server" #'gfm-test-connected-p)
    (should (equal (gfm-test-text) gfm-test-sample))
    (gfm-test-check-synchronized)))

;;; Styles

(ert-deftest gfm-style-bold-on-and-off-one-undo-each ()
  (gfm-test-with "日本 😀 some wo‸rd here\n"
    ;; A command between the edit and its undoing, for Emacs to mark the edit's end at.
    (gfm-test-type "C-c b")
    (gfm-test-expect-text "日本 😀 some **word** here\n")
    (gfm-test-type "C-l" "C-/")
    (gfm-test-expect-text "日本 😀 some word here\n")
    (gfm-test-type "C-f" "C-/")
    (gfm-test-expect-text "日本 😀 some **word** here\n")
    (gfm-test-goto "ord")
    (gfm-test-type "C-c b")
    (gfm-test-expect-text "日本 😀 some word here\n")
    (gfm-test-type "C-f" "C-/")
    (gfm-test-expect-text "日本 😀 some **word** here\n")
    (gfm-test-check-synchronized)))

(ert-deftest gfm-style-a-region-with-characters-of-two-units ()
  (gfm-test-with "😀 «é 太字 😀‸ and\n"
    (gfm-test-type "C-c i")
    (gfm-test-expect-text "😀 *é 太字 😀* and\n")))

(ert-deftest gfm-style-where-delimiters-work-in-japanese ()
  (gfm-test-with "これは«「重要」‸です\n"
    (gfm-test-type "C-c b")
    (gfm-test-expect-text "これは「**重要**」です\n")))

(ert-deftest gfm-style-each-key ()
  (gfm-test-with "wo‸rd\n"
    (gfm-test-type "C-c s")
    (gfm-test-expect-text "~~word~~\n")
    (gfm-test-goto "or")
    (gfm-test-type "C-c s")
    (gfm-test-expect-text "word\n")
    (goto-char 2)
    (gfm-test-type "C-c c")
    (gfm-test-expect-text "`word`\n")))

(ert-deftest gfm-style-none-in-code ()
  (gfm-test-with "```\nco‸de\n```\n"
    (gfm-test-type "C-c b")
    (gfm-test-expect-plain "```\nco‸de\n```\n")))

;;; Return

(defmacro gfm-test-return (name marked expected)
  `(ert-deftest ,(intern (concat "gfm-return-" name)) ()
     (gfm-test-with ,marked
       (gfm-test-type "RET")
       (gfm-test-expect ,expected)
       (gfm-test-expect-plain ,expected)
       (gfm-test-type "x")
       (gfm-test-expect (string-replace "‸" "x‸" ,expected)))))

(gfm-test-return "bullet" "- 日本😀 a‸\n" "- 日本😀 a\n- ‸\n")
(gfm-test-return "within-an-item" "- 日本😀 one‸ two\n" "- 日本😀 one\n- ‸two\n")
(gfm-test-return "number-with-its-siblings" "1. a‸\n2. b\n" "1. a\n2. ‸\n3. b\n")
(gfm-test-return "task" "- [x] a‸\n" "- [x] a\n- [ ] ‸\n")
(gfm-test-return "quote" "> 太字 a‸\n" "> 太字 a\n> ‸\n")
(gfm-test-return "nested" "- a\n  - b‸\n" "- a\n  - b\n  - ‸\n")
(gfm-test-return "empty-item-ends-the-list" "- a\n- ‸\n" "- a\n‸\n")
(gfm-test-return "paragraph" "a‸b\n" "a\n‸b\n")
(gfm-test-return "code" "```\n- a‸\n```\n" "```\n- a\n‸\n```\n")

(ert-deftest gfm-return-typed-text ()
  (gfm-test-with "‸\n"
    (gfm-test-type "- SPC o n e" "RET")
    (gfm-test-expect "- one\n- ‸\n")
    (gfm-test-type "日 本 😀" "RET")
    (gfm-test-expect "- one\n- 日本😀\n- ‸\n")
    (gfm-test-type "RET")
    (gfm-test-expect "- one\n- 日本😀\n‸\n")
    (gfm-test-check-synchronized)))

;;; Formatting

(ert-deftest gfm-format-tables-and-lists ()
  (gfm-test-with "|日本|b|\n|-|-|\n\n1. a\n1. b\n3. c\n‸"
    (if (gfm-test-eglot-p) (eglot-format) (lsp-format-buffer))
    (gfm-test-expect-text "| 日本 | b   |\n| ---- | --- |\n\n1. a\n2. b\n3. c\n")
    (gfm-test-check-synchronized)))

;;; Reading and moving

(ert-deftest gfm-reading-the-outline ()
  (gfm-test-with "# Größe 😀\n\n## 太字\n\ntext‸\n"
    (gfm-test-flush)
    (let ((names (seq-filter #'stringp (flatten-tree (funcall imenu-create-index-function)))))
      (should (seq-some (lambda (name) (string-prefix-p "Größe 😀" name)) names))
      (should (seq-some (lambda (name) (string-prefix-p "太字" name)) names)))))

(ert-deftest gfm-reading-to-a-definition ()
  (gfm-test-with "日本 😀 [a][‸x]\n\n😀\n\n[x]: /url\n"
    (gfm-test-type "M-.")
    (gfm-test-wait "point in the definition" (lambda () (= (line-number-at-pos) 5)))))

(ert-deftest gfm-reading-renames-a-label ()
  (gfm-test-with "日本 😀 [a][‸x] [x]\n\n[x]: /url\n"
    (if (gfm-test-eglot-p) (eglot-rename "neu 😀") (lsp-rename "neu 😀"))
    (gfm-test-expect-text "日本 😀 [a][neu 😀] [neu 😀]\n\n[neu 😀]: /url\n")
    (gfm-test-check-synchronized)))

;;; Colours, through lsp-mode

(defun gfm-test-faces-at (needle)
  (save-excursion
    (goto-char (point-min))
    (search-forward needle)
    (let ((faces (get-text-property (match-beginning 0) 'face)))
      (if (listp faces) faces (list faces)))))

(defun gfm-test-expect-faces (needle &rest faces)
  (condition-case nil
      (gfm-test-wait needle (lambda () (cl-subsetp faces (gfm-test-faces-at needle))))
    (error (ert-fail (list needle :expected faces :actual (gfm-test-faces-at needle))))))

(unless (gfm-test-eglot-p)
  (ert-deftest gfm-faces-where-the-constructs-are ()
    (gfm-test-with "# Größe 😀 **fett** x\n\n日本語😀 **太字😀** then __slanted__ `code`\n\n- 2 * 3 * 4 and \\*no\\*\n"
      (gfm-test-expect-faces "Größe" 'markdown-header-face)
      (gfm-test-expect-faces "fett" 'markdown-header-face 'markdown-bold-face)
      (gfm-test-expect-faces "太字" 'markdown-bold-face)
      (gfm-test-expect-faces "** then" 'markdown-markup-face)
      (gfm-test-expect-faces "code" 'markdown-inline-code-face)
      (gfm-test-expect-faces "- 2" 'markdown-list-face)
      (should-not (memq 'markdown-bold-face (gfm-test-faces-at " then")))
      (should-not (memq 'markdown-italic-face (gfm-test-faces-at "3 *")))))

  (ert-deftest gfm-faces-follow-edits ()
    (gfm-test-with "日本 **太字** x‸\n"
      (gfm-test-expect-faces "太字" 'markdown-bold-face)
      (gfm-test-type "M-<" "😀😀 RET RET")
      (gfm-test-expect-faces "太字" 'markdown-bold-face)
      (gfm-test-goto "*太字")
      (gfm-test-type "DEL")
      (gfm-test-expect-faces "太字" 'markdown-italic-face)
      (should-not (memq 'markdown-bold-face (gfm-test-faces-at "太字"))))))

;;; End

(ert-deftest gfm-z-ends ()
  (gfm-test-with "# a\n"
    (let ((process (gfm-test-process)))
      (if (gfm-test-eglot-p) (eglot-shutdown (eglot-current-server)) (lsp-workspace-shutdown (car (lsp-workspaces))))
      (gfm-test-wait "the server's end" (lambda () (not (process-live-p process))))
      ;; Both kill it (9) without waiting for its end.
      (should (member (process-exit-status process) '(0 9))))))

;;; Run

(defun gfm-test-run (report)
  "Run all tests, writing to the file REPORT as they go."
  (let* ((name-of (lambda (test)
                    (subst-char-in-string ?- ?\s (string-remove-prefix "gfm-" (symbol-name (ert-test-name test))))))
         (note (lambda (format &rest values)
                 (write-region (apply #'format (concat format "\n") values) nil report t 'silent)))
         (only (getenv "GFM_TEST_FILTER"))
         (stats (ert-run-tests
                 (or only t)
                 (lambda (event &rest values)
                   (when (eq event 'test-ended)
                     (pcase-let ((`(,_stats ,test ,result) values))
                       (if (ert-test-passed-p result)
                           (funcall note "ok      %s: %s" gfm-test-client (funcall name-of test))
                         (funcall note "FAILED  %s: %s\n    %S\n    messages: %S" gfm-test-client (funcall name-of test)
                                  (if (ert-test-result-with-condition-p result)
                                      (ert-test-result-with-condition-condition result)
                                    result)
                                  (ert-test-result-messages result)))))))))
    (funcall note "%d passed, %d failed" (ert-stats-completed-expected stats) (ert-stats-completed-unexpected stats))))

;;; test.el ends here
