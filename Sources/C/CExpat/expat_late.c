// libexpat is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(XML_ErrorString) X(XML_GetCurrentLineNumber) X(XML_GetErrorCode) X(XML_Parse) \
  X(XML_ParserCreateNS) X(XML_ParserFree) X(XML_SetCharacterDataHandler) \
  X(XML_SetElementHandler) X(XML_SetEntityDeclHandler) X(XML_SetSkippedEntityHandler) \
  X(XML_SetStartDoctypeDeclHandler) X(XML_SetUserData) X(XML_StopParser) X(XML_UseForeignDTD)

LATE_LIBRARY(expat, "libexpat.so.1", "libexpat1", "XML replies", "xml",
             "Replies of WebDAV and S3 servers, feeds", FUNCTIONS)
